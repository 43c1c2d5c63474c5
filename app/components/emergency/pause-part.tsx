import { Form } from 'react-router';
import { PAUSE_DAYS } from '#domain/emergency/emergency.ts';
import { Part } from './part.tsx';

const PAUSE = '/emergency/pause';

interface PausePartProps {
  pausedUntil: string | null;
  /** What was typed before, and what is wrong with it; null where nothing is. */
  refused?: { days: string; why: string } | null;
}

/** Begins a pause, after a page that says until when; or ends it. */
export function PausePart({ pausedUntil, refused = null }: PausePartProps) {
  return (
    <Part id="pause" name="Pause" aside="For a journey without a connection. Silence counts from its end on.">
      {pausedUntil ? (
        <Form className="body stack-s" method="post" action={PAUSE} preventScrollReset>
          <p>Paused until {pausedUntil}.</p>
          <div>
            <button className="btn btn-secondary" type="submit" name="end" value="1">
              End the pause
            </button>
          </div>
        </Form>
      ) : (
        <Form className="body stack-s" action={PAUSE}>
          <div className={refused ? 'field has-error' : 'field'}>
            <label htmlFor="pause-days">Days to pause</label>
            <p className="hint" id="pause-hint">
              From {PAUSE_DAYS.min} to {PAUSE_DAYS.max}. Next you see until when.
            </p>
            <input
              className="control control-short"
              id="pause-days"
              name="days"
              type="number"
              min={PAUSE_DAYS.min}
              max={PAUSE_DAYS.max}
              required
              defaultValue={refused?.days}
              // biome-ignore lint/a11y/noAutofocus: it came back, and this is the field to put right
              autoFocus={refused !== null}
              aria-invalid={refused ? true : undefined}
              aria-describedby={refused ? 'pause-error pause-hint' : 'pause-hint'}
            />
            {refused && (
              <p className="error" id="pause-error">
                {refused.why}
              </p>
            )}
          </div>
          <div>
            <button className="btn btn-secondary" type="submit">
              Pause
            </button>
          </div>
        </Form>
      )}
    </Part>
  );
}
