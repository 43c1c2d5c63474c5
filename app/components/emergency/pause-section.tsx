import type { SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from 'react-router';
import { Field } from '#app/components/field.tsx';
import { FormErrors } from '#app/components/form-errors.tsx';
import { controlProps, useForm } from '#app/components/use-form.ts';
import { PAUSE_DAYS } from '#domain/emergency/emergency.ts';
import { type Calendar, momentOf } from './words.ts';

export const PAUSE = '/emergency/pause';

interface PauseProps {
  /** Milliseconds; null where it is not paused. */
  pausedUntil: number | null;
  calendar: Calendar;
  result?: SubmissionResult<string[]> | undefined;
}

/** A holiday from checking in. */
export function PauseSection(props: PauseProps) {
  return (
    <section className="spread" aria-labelledby="h-pause">
      <div className="aside">
        <h2 id="h-pause">Pause</h2>
        <p>For a journey without a connection. Silence counts from the end of the pause on.</p>
      </div>
      <div className="body stack">
        <PauseForms {...props} />
      </div>
    </section>
  );
}

/** Begins a pause, and ends it. */
export function PauseForms({ pausedUntil, calendar, result }: PauseProps) {
  const isBusy = useNavigation().formAction === PAUSE;
  const { form, errors, fields } = useForm({
    id: 'pause',
    fields: ['days'],
    result,
    schema: async () => (await import('#domain/emergency/emergency.schema.ts')).pauseSchema,
  });
  const days = Number(fields.days.value);
  const isRight = Number.isInteger(days) && days >= PAUSE_DAYS.min && days <= PAUSE_DAYS.max;
  if (pausedUntil !== null)
    return (
      <Form className="stack-s" method="post" action={PAUSE} preventScrollReset>
        <p>Paused until {momentOf(pausedUntil, calendar)}.</p>
        <div>
          <button className="btn btn-secondary" type="submit" name="end" value="1" aria-disabled={isBusy}>
            End the pause
          </button>
        </div>
      </Form>
    );
  return (
    <Form className="stack-s" method="post" action={PAUSE} preventScrollReset {...form}>
      <FormErrors errors={errors} />
      <Field
        label="Days to pause"
        hint={`From ${PAUSE_DAYS.min} to ${PAUSE_DAYS.max}, from now on. Asking for it counts as a check-in.`}
        note={isRight && `Until ${momentOf(calendar.now + days * calendar.day, calendar)}.`}
        meta={fields.days}
      >
        <input
          className="control control-short"
          type="number"
          inputMode="numeric"
          min={PAUSE_DAYS.min}
          max={PAUSE_DAYS.max}
          {...controlProps(fields.days, { hint: true })}
        />
      </Field>
      <div>
        <button className="btn btn-secondary" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
          Pause
        </button>
      </div>
    </Form>
  );
}
