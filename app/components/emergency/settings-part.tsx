import type { SubmissionResult } from '@conform-to/react';
import { type FormEvent, useEffect, useRef } from 'react';
import { Form, useNavigation } from 'react-router';
import { Field } from '#app/components/field.tsx';
import { FormErrors } from '#app/components/form-errors.tsx';
import { controlProps, type FormField, useForm } from '#app/components/use-form.ts';
import type { Days } from '#app/emergency/forms.ts';
import type { LineView } from '#app/emergency/line.ts';
import type { EmergencyView } from '#app/emergency/view.ts';
import { INACTIVE_DAYS, SAFETY_DAYS } from '#domain/emergency/emergency.ts';
import { Part } from './part.tsx';
import { SwitchQuestion } from './switch-question.tsx';

interface SettingsPartProps {
  view: EmergencyView;
  /** What is in the form, and the line that it makes. */
  days: Days;
  line: LineView;
  result: SubmissionResult<string[]> | undefined;
  /** Is called with what is in the form. */
  onDays: (days: Days) => void;
}

const HEADING = 'h-switch';

/** The days and the switch; moving the switch asks first. */
export function SettingsPart({ view, days, line, result, onDays }: SettingsPartProps) {
  const { beyondPlan, saved, missing, stopped } = view;
  const { isActive } = view.protocol;
  const isBusy = useNavigation().formAction === '/emergency';
  const { form, errors, fields } = useForm({
    id: 'settings',
    fields: ['inactive_days', 'safety_days'],
    initial: { inactive_days: `${saved.inactiveDays}`, safety_days: `${saved.safetyDays}` },
    result,
    schema: async () => (await import('#domain/emergency/emergency.schema.ts')).emergencyFormSchema,
  });
  const question = useSwitchQuestion(isActive);
  return (
    <Part
      id="settings-part"
      name="Protocol Settings"
      aside={<span className="with-scripts">The line above moves as you change the numbers, before you save.</span>}
    >
      <div className="body">
        <Form
          className="stack settings"
          method="post"
          action="/emergency"
          preventScrollReset
          {...form}
          onInput={(event) => {
            form.onInput(event);
            const read = new FormData(event.currentTarget);
            onDays({ inactiveDays: Number(read.get('inactive_days')), safetyDays: Number(read.get('safety_days')) });
          }}
          onSubmit={(event) => {
            form.onSubmit(event);
            if (!event.defaultPrevented) question.ask(event);
          }}
        >
          <FormErrors errors={errors} />
          <DaysField
            label="Days without a check-in"
            hint={rangeOf(INACTIVE_DAYS)}
            range={INACTIVE_DAYS}
            meta={fields.inactive_days}
          />
          <DaysField
            label="Days between telling your contacts and sending"
            hint={`${rangeOf(SAFETY_DAYS)} In these days you can still stop everything.`}
            range={SAFETY_DAYS}
            meta={fields.safety_days}
          />
          <label className={stopped ? 'switch is-stopped' : 'switch'}>
            <input
              type="checkbox"
              // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says by itself whether it is checked
              role="switch"
              name="is_active"
              value="true"
              defaultChecked={result?.initialValue ? result.initialValue.is_active === 'true' : isActive}
              disabled={beyondPlan !== null}
            />
            <strong>Active</strong>
            <span className="hint">
              {beyondPlan
                ? `${beyondPlan.strong}.`
                : `${stopped ? 'This is on, but something is missing. ' : ''}When this is off, we don’t count days and contact nobody.`}
            </span>
          </label>
          <div>
            <button className="btn btn-secondary" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
              Save Settings
            </button>
          </div>
        </Form>
        <dialog
          className="dialog"
          ref={question.dialog}
          aria-labelledby={HEADING}
          onCancel={question.putBack}
          onClose={question.onClose}
        >
          <SwitchQuestion
            to={isActive ? 'disarm' : 'arm'}
            sentence={line.switchSentence}
            missing={missing}
            days={days}
            headingId={HEADING}
            cancel={(label) => (
              <button className="btn btn-quiet" type="button" ref={question.safe} onClick={question.close}>
                {label}
              </button>
            )}
          />
        </dialog>
      </div>
    </Part>
  );
}

interface Range {
  min: number;
  max: number;
  usual: number;
}

function rangeOf({ min, max, usual }: Range): string {
  return `From ${min} to ${max}. It starts at ${usual}.`;
}

interface DaysFieldProps {
  label: string;
  hint: string;
  range: Range;
  meta: FormField;
}

function DaysField({ label, hint, range: { min, max }, meta }: DaysFieldProps) {
  return (
    <Field label={label} hint={hint} meta={meta}>
      <input
        className="control control-short"
        type="number"
        {...{ min, max }}
        {...controlProps(meta, { hint: true })}
      />
    </Field>
  );
}

/** The question over the page when the form is sent with the switch moved. Without a yes the switch moves back. */
function useSwitchQuestion(isActive: boolean) {
  const dialog = useRef<HTMLDialogElement>(null);
  const safe = useRef<HTMLButtonElement>(null);
  const moved = useRef<HTMLInputElement | null>(null);
  const putBack = () => {
    if (moved.current) moved.current.checked = isActive;
    moved.current = null;
  };
  const close = () => {
    putBack();
    dialog.current?.close();
  };
  // The protocol was switched, perhaps in another window.
  useEffect(close, [isActive]);
  return {
    dialog,
    safe,
    putBack,
    close,
    // Chromium closes without `cancel` when Escape is pressed twice. `close` comes late: the question may be open again.
    onClose: () => !dialog.current?.open && putBack(),
    ask(event: FormEvent<HTMLFormElement>) {
      const box = event.currentTarget.elements.namedItem('is_active');
      if (!(box instanceof HTMLInputElement) || box.checked === isActive) return;
      event.preventDefault();
      moved.current = box;
      dialog.current?.showModal();
      safe.current?.focus();
    },
  };
}
