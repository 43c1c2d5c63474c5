import type { FieldMetadata, SubmissionResult } from '@conform-to/react';
import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
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
  const question = useSwitchQuestion(view);
  return (
    <Part
      id="settings-part"
      name={say(texts.heading)}
      aside={<span className="with-scripts">{say(texts.preview)}</span>}
    >
      <div className="body">
        <SettingsForm view={view} result={result} onDays={onDays} onSend={question.ask} box={question.box} />
        <dialog
          className="dialog"
          ref={question.dialog}
          aria-labelledby={HEADING}
          onCancel={question.putBack}
          onClose={question.onClose}
        >
          <SwitchQuestion
            to={isActive ? 'disarm' : 'arm'}
            texts={view.switch.question}
            sentence={line.switchSentence}
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
  /** The switch. */
  box: RefObject<HTMLInputElement | null>;
}

function SettingsForm({ view, result, onDays, onSend, box }: SettingsFormProps) {
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
      <Switch view={view} typed={result?.initialValue} box={box} />
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

interface SwitchProps extends Pick<SettingsFormProps, 'view' | 'box'> {
  /** The values of a form that came back. */
  typed: SubmissionResult['initialValue'];
}

/** Its words follow its position by style sheet, so that they are right without scripts as well. */
function Switch({ view: { beyondPlan, stopped, protocol, switch: words }, typed, box }: SwitchProps) {
  const saved = protocol.isActive ? 'was-on' : 'was-off';
  return (
    <label className={`switch ${saved} ${stopped ? 'is-stopped' : ''}`}>
      <input
        ref={box}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says by itself whether it is checked
        role="switch"
        name="is_active"
        value="true"
        defaultChecked={typed ? typed.is_active === 'true' : protocol.isActive}
        disabled={beyondPlan !== null}
      />
      <strong>
        {words.name}
        {/* A switch says by itself whether it is on. */}
        <span aria-hidden="true">
          <span className="on">{words.on}</span>
          <span className="off">{words.off}</span>
        </span>
      </strong>
      <span className="hint">{beyondPlan ? `${beyondPlan.strong}.` : words.hint}</span>
      <span className="unsaved">{words.unsaved}</span>
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

/**
 * The question over the page: when the form is sent with the switch moved, and when the page is left like that. Without a
 * confirmation the switch moves back.
 */
function useSwitchQuestion({ protocol: { isActive }, needs }: EmergencyView) {
  const dialog = useRef<HTMLDialogElement>(null);
  const safe = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const isAsking = useRef(false);
  const putBack = () => {
    if (isAsking.current && box.current) box.current.checked = isActive;
    isAsking.current = false;
  };
  const close = () => {
    putBack();
    dialog.current?.close();
  };
  const askIfMoved = () => {
    if (box.current?.checked !== !isActive) return false;
    isAsking.current = true;
    dialog.current?.showModal();
    safe.current?.focus();
    return true;
  };
  // The protocol was switched, perhaps in another window.
  useEffect(close, [isActive]);
  useBeforeLeaving(askIfMoved);
  return {
    dialog,
    safe,
    box,
    putBack,
    close,
    // Chromium closes without `cancel` when Escape is pressed twice. `close` comes late: the question may be open again.
    onClose: () => !dialog.current?.open && putBack(),
    ask(event: FormEvent<HTMLFormElement>) {
      // While something is missing the server answers with a page, which asks for that first.
      const isAskedByServer = needs && !isActive;
      if (!isAskedByServer && askIfMoved()) event.preventDefault();
    },
  };
}

/**
 * Also before links that load a document, which `useBlocker` lets through.
 * @param ask is called before a link leads away, and returns whether to stay
 */
function useBeforeLeaving(ask: () => boolean): void {
  const onLeave = useEffectEvent(ask);
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest('a');
      if (link && !link.pathname.startsWith('/emergency') && onLeave()) event.preventDefault();
    };
    document.addEventListener('click', onClick, true);
    return () => document.removeEventListener('click', onClick, true);
  }, []);
}
