import type { SubmissionResult } from '@conform-to/react';
import { type FormEvent, useEffect, useRef } from 'react';
import { Form, useNavigation } from 'react-router';
import { Field } from '#app/components/field.tsx';
import { FormErrors } from '#app/components/form-errors.tsx';
import { controlProps, useForm } from '#app/components/use-form.ts';
import { INACTIVE_DAYS, SAFETY_DAYS } from '#domain/emergency/emergency.ts';
import type { Prospect } from '#services/emergency/overview.ts';
import { PlanWords, SwitchQuestion } from './switch-question.tsx';
import type { Calendar } from './words.ts';

/** Days as they stand in the form. */
export interface Days {
  inactiveDays: number;
  safetyDays: number;
}

interface SettingsSectionProps {
  prospect: Prospect;
  /** What the line is drawn for: what is saved, or what is in the form. */
  drawn: Prospect['course'];
  /** What is in the form. */
  days: Days;
  calendar: Calendar;
  result: SubmissionResult<string[]> | undefined;
  /** Hears of days that could be saved, before they are. */
  onDays: (days: Days) => void;
}

const HEADING = 'h-switch';

/** How many days, and whether it is on at all. Switching is asked about first. */
export function SettingsSection({ prospect, drawn, days, calendar, result, onDays }: SettingsSectionProps) {
  const { isActive, plan, safetyDays, course } = prospect;
  const isBusy = useNavigation().formAction === '/emergency';
  const { form, errors, fields } = useForm({
    id: 'settings',
    fields: ['inactive_days', 'safety_days'],
    initial: { inactive_days: `${course.inactiveDays}`, safety_days: `${safetyDays}` },
    result,
    schema: async () => (await import('#domain/emergency/emergency.schema.ts')).emergencyFormSchema,
  });
  const question = useSwitchQuestion(isActive);
  return (
    <section className="spread" aria-labelledby="h-settings">
      <div className="aside">
        <h2 id="h-settings">Protocol Settings</h2>
        <p>The line above moves as you change the numbers, before you save.</p>
      </div>
      <div className="body">
        <Form
          className="stack settings"
          method="post"
          action="/emergency"
          preventScrollReset
          {...form}
          onInput={(event) => {
            form.onInput(event);
            const read = daysIn(event.currentTarget);
            if (read) onDays(read);
          }}
          onSubmit={(event) => {
            form.onSubmit(event);
            if (!event.defaultPrevented) question.ask(event);
          }}
        >
          <FormErrors errors={errors} />
          <Field
            label="Days without a check-in"
            hint={`From ${INACTIVE_DAYS.min} to ${INACTIVE_DAYS.max}. It starts at ${INACTIVE_DAYS.usual}.`}
            meta={fields.inactive_days}
          >
            <DaysInput meta={fields.inactive_days} {...INACTIVE_DAYS} />
          </Field>
          <Field
            label="Days between telling your contacts and sending"
            hint={`From ${SAFETY_DAYS.min} to ${SAFETY_DAYS.max}. It starts at ${SAFETY_DAYS.usual}. In these days you can still stop everything.`}
            meta={fields.safety_days}
          >
            <DaysInput meta={fields.safety_days} {...SAFETY_DAYS} />
          </Field>
          {isActive || plan.emergencyProtocol ? (
            <label className="switch">
              {/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says by itself whether it is checked */}
              <input type="checkbox" role="switch" name="is_active" value="true" defaultChecked={isActive} />
              <strong>Active</strong>
              <span className="hint">Off, nothing is counted and nobody is told anything.</span>
            </label>
          ) : (
            <div className="note">
              <PlanWords plan={plan.name} />
            </div>
          )}
          <div>
            <button className="btn btn-secondary" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
              Save Settings
            </button>
          </div>
        </Form>
        <dialog className="dialog" ref={question.dialog} aria-labelledby={HEADING} onClose={question.putBack}>
          <SwitchQuestion
            to={isActive ? 'disarm' : 'arm'}
            prospect={{ ...prospect, course: drawn }}
            days={{ inactive_days: days.inactiveDays, safety_days: days.safetyDays }}
            {...{ calendar, headingId: HEADING, problem: null }}
            keep={(label) => (
              <button className="btn btn-quiet" type="button" ref={question.safe} onClick={question.close}>
                {label}
              </button>
            )}
          />
        </dialog>
      </div>
    </section>
  );
}

function DaysInput({ meta, min, max }: { meta: Parameters<typeof controlProps>[0]; min: number; max: number }) {
  return (
    <input
      className="control control-short"
      type="number"
      inputMode="numeric"
      min={min}
      max={max}
      {...controlProps(meta, { hint: true })}
    />
  );
}

function daysIn(form: HTMLFormElement): Days | null {
  const read = new FormData(form);
  const within = (name: string, { min, max }: { min: number; max: number }) => {
    const value = Number(read.get(name));
    return Number.isInteger(value) && value >= min && value <= max ? value : null;
  };
  const inactiveDays = within('inactive_days', INACTIVE_DAYS);
  const safetyDays = within('safety_days', SAFETY_DAYS);
  return inactiveDays === null || safetyDays === null ? null : { inactiveDays, safetyDays };
}

/** The question over the page when the switch was moved and the form is sent; whoever answers no finds it as it was. */
function useSwitchQuestion(isActive: boolean) {
  const dialog = useRef<HTMLDialogElement>(null);
  const safe = useRef<HTMLButtonElement>(null);
  const moved = useRef<HTMLInputElement | null>(null);
  useEffect(() => {
    // It was answered: the page is what it was asked for.
    if (moved.current) moved.current.checked = isActive;
    dialog.current?.close();
  }, [isActive]);
  return {
    dialog,
    safe,
    ask(event: FormEvent<HTMLFormElement>) {
      const box = event.currentTarget.elements.namedItem('is_active');
      if (!(box instanceof HTMLInputElement) || box.checked === isActive) return;
      event.preventDefault();
      moved.current = box;
      dialog.current?.showModal();
      safe.current?.focus();
    },
    close: () => dialog.current?.close(),
    putBack() {
      if (moved.current) moved.current.checked = isActive;
    },
  };
}
