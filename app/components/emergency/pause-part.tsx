import { Form } from 'react-router';
import { Part } from './part.tsx';

const PAUSE = '/emergency/pause';

/** A holiday from checking in: the way to it, which says until when before it begins; and its end. */
export function PausePart({ pausedUntil }: { pausedUntil: string | null }) {
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
          <div className="field">
            <label htmlFor="pause-days">Days to pause</label>
            <p className="hint" id="pause-hint">
              From 1 to 90. Next you see until when.
            </p>
            <input
              className="control control-short"
              id="pause-days"
              name="days"
              type="number"
              min={1}
              max={90}
              required
              aria-describedby="pause-hint"
            />
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
