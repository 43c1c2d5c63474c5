import type { FieldMetadata, SubmissionResult } from '@conform-to/react';
import { type FormEvent, useEffect, useRef } from 'react';
import { useNavigation } from 'react-router';
import type { z } from 'zod';
import { CheckedForm, FormErrors } from '#app/components/checked-form.tsx';
import { InputField } from '#app/components/field.tsx';
import { useLazyForm } from '#app/components/use-lazy-form.ts';
import type { Days } from '#app/emergency/forms.ts';
import type { LineView } from '#app/emergency/line.ts';
import type { EmergencyView } from '#app/emergency/view.ts';
import type { emergencyFormSchema } from '#domain/emergency/emergency.schema.ts';
import { INACTIVE_DAYS, SAFETY_DAYS } from '#domain/emergency/emergency.ts';
import { emergencySettings as texts } from '#messages/en/emergency-settings.ts';
import { say } from '#messages/say.ts';
import { Part } from './part.tsx';
import { SwitchQuestion } from './switch-question.tsx';

interface SettingsPartProps {
  view: EmergencyView;
  /** The numbers in the form, and the line that they make. */
  days: Days;
  line: LineView;
  result: SubmissionResult<string[]> | undefined;
  /** Is called with the numbers in the form. */
  onDays: (days: Days) => void;
}

const HEADING = 'h-switch';

/** The days and the switch; moving the switch asks first. */
export function SettingsPart({ view, days, line, result, onDays }: SettingsPartProps) {
  const { isActive } = view.protocol;
  const question = useSwitchQuestion(isActive);
  return (
    <Part
      id="settings-part"
      name={say(texts.heading)}
      aside={<span className="with-scripts">{say(texts.preview)}</span>}
    >
      <div className="body">
        <SettingsForm view={view} result={result} onDays={onDays} onSend={question.ask} />
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
            missing={view.missing}
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

interface SettingsFormProps extends Pick<SettingsPartProps, 'view' | 'result' | 'onDays'> {
  /** Is called before the form is sent, and may prevent that. */
  onSend: (event: FormEvent<HTMLFormElement>) => void;
}

function SettingsForm({ view, result, onDays, onSend }: SettingsFormProps) {
  const isBusy = useNavigation().formAction === '/emergency';
  const [form, { inactive_days, safety_days }] = useLazyForm<z.input<typeof emergencyFormSchema>>({
    id: 'settings',
    defaultValue: { inactive_days: view.saved.inactiveDays, safety_days: view.saved.safetyDays },
    lastResult: result,
    schema: async () => (await import('#domain/emergency/emergency.schema.ts')).emergencyFormSchema,
  });
  return (
    <CheckedForm
      form={form}
      fields={[inactive_days, safety_days]}
      className="stack settings"
      method="post"
      action="/emergency"
      preventScrollReset
      onInput={({ currentTarget }) => onDays(daysIn(new FormData(currentTarget)))}
      onSubmit={(event) => {
        form.onSubmit(event);
        if (!event.defaultPrevented) onSend(event);
      }}
    >
      <FormErrors />
      <DaysField label={say(texts.inactive)} hint={rangeOf(INACTIVE_DAYS)} range={INACTIVE_DAYS} meta={inactive_days} />
      <DaysField
        label={say(texts.safety)}
        hint={`${rangeOf(SAFETY_DAYS)} ${say(texts.safetyHint)}`}
        range={SAFETY_DAYS}
        meta={safety_days}
      />
      <Switch view={view} typed={result?.initialValue} />
      <div>
        <button className="btn btn-secondary" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
          {say(texts.save)}
        </button>
      </div>
    </CheckedForm>
  );
}

function daysIn(form: FormData): Days {
  return { inactiveDays: Number(form.get('inactive_days')), safetyDays: Number(form.get('safety_days')) };
}

interface SwitchProps {
  view: EmergencyView;
  /** The values of a form that came back. */
  typed: SubmissionResult['initialValue'];
}

function Switch({ view: { beyondPlan, stopped, protocol }, typed }: SwitchProps) {
  const hint = `${stopped ? `${say(texts.stopped)} ` : ''}${say(texts.switchHint)}`;
  return (
    <label className={stopped ? 'switch is-stopped' : 'switch'}>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says by itself whether it is checked
        role="switch"
        name="is_active"
        value="true"
        defaultChecked={typed ? typed.is_active === 'true' : protocol.isActive}
        disabled={beyondPlan !== null}
      />
      <strong>{say(texts.active)}</strong>
      <span className="hint">{beyondPlan ? `${beyondPlan.strong}.` : hint}</span>
    </label>
  );
}

interface Range {
  min: number;
  max: number;
  usual: number;
}

function rangeOf(range: Range): string {
  return say(texts.range, { ...range });
}

interface DaysFieldProps {
  label: string;
  hint: string;
  range: Range;
  meta: FieldMetadata;
}

function DaysField({ label, hint, range: { min, max }, meta }: DaysFieldProps) {
  return <InputField className="control control-short" type="number" {...{ label, hint, min, max, meta }} />;
}

/** The question over the page when the form is sent with the switch moved. Without a confirmation the switch moves back. */
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
