import { Form } from 'react-router';
import { PAUSE_DAYS } from '#domain/emergency/emergency.ts';
import { pausePart } from '#messages/en/pause.ts';
import { say } from '#messages/say.ts';
import { Part } from './part.tsx';

const PAUSE = '/emergency/pause';
const END_PAUSE = '/emergency/pause/end';

interface PausePartProps {
  pausedUntil: string | null;
  /** What was typed, and why it was refused; null at first. */
  refused?: { days: string; why: string } | null;
}

/** Begins a pause, by a page that says until when; or ends the present one. */
export function PausePart({ pausedUntil, refused = null }: PausePartProps) {
  return (
    <Part id="pause" name={say(pausePart.heading)} aside={say(pausePart.aside)}>
      {pausedUntil ? (
        <Form className="body stack-s" method="post" action={END_PAUSE} preventScrollReset>
          <p>{say(pausePart.until, { until: pausedUntil })}</p>
          <div>
            <button className="btn btn-secondary" type="submit">
              {say(pausePart.end)}
            </button>
          </div>
        </Form>
      ) : (
        <Form className="body stack-s" action={PAUSE} noValidate>
          <DaysField refused={refused} />
          <div>
            <button className="btn btn-secondary" type="submit">
              {say(pausePart.submit)}
            </button>
          </div>
        </Form>
      )}
    </Part>
  );
}

function DaysField({ refused }: Required<Pick<PausePartProps, 'refused'>>) {
  const { min, max } = PAUSE_DAYS;
  return (
    <div className={refused ? 'field has-error' : 'field'}>
      <label htmlFor="pause-days">{say(pausePart.label)}</label>
      <p className="hint" id="pause-hint">
        {say(pausePart.hint, { min, max })}
      </p>
      <input
        className="control control-short"
        id="pause-days"
        name="days"
        type="number"
        {...{ min, max }}
        required
        defaultValue={refused?.days}
        // biome-ignore lint/a11y/noAutofocus: the form came back, and this is the field to correct
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
  );
}
