import { type ReactNode, useEffect, useId, useState } from 'react';
import type { ContentType } from '#domain/content/content.ts';
import { TITLE_MAX } from '#domain/content/content.ts';
import { forms } from '#messages/en/forms.ts';
import { sealChoice as texts } from '#messages/en/sealing.ts';
import { say, sayRich } from '#messages/say.ts';

interface SealChoiceProps {
  isSealed: boolean;
  onChange: (isSealed: boolean) => void;
  /** It is to be public, which excludes it. */
  isPublic: boolean;
  type: ContentType;
  label: string;
  onLabel: (label: string) => void;
}

/** Says whether the browser seals what is created. It sends nothing itself, and is off without scripts. */
export function SealChoice({ isSealed, onChange, isPublic, ...terms }: SealChoiceProps) {
  const canSeal = useCanSeal();
  const id = useId();
  return (
    <div className="seal-choice">
      <label className={canSeal && !isPublic ? 'check' : 'check is-off'}>
        <input
          type="checkbox"
          checked={isSealed}
          disabled={!canSeal || isPublic}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => onChange(target.checked)}
        />
        <strong>{say(texts.label)}</strong>
        <span className="hint" id={`${id}-hint`}>
          {say(texts.hint)} {isPublic && say(texts.notPublic)}
          <noscript>{say(texts.off)}</noscript>
        </span>
      </label>
      {isSealed && <SealTerms {...terms} />}
    </div>
  );
}

/** A worker seals, so without scripts nothing does. */
function useCanSeal(): boolean {
  const [canSeal, setCanSeal] = useState(false);
  useEffect(() => setCanSeal(typeof Worker === 'function'), []);
  return canSeal;
}

interface SealTermsProps extends Pick<SealChoiceProps, 'type' | 'label' | 'onLabel'> {
  children?: ReactNode;
}

/** What is shown before opening, what we can read, and what nobody can recover. */
export function SealTerms({ type, label, onLabel, children }: SealTermsProps) {
  return (
    <div className="seal-in stack">
      <LabelField label={label} onLabel={onLabel} />
      <div className="reads reads-s">
        <div>
          <h2 className="h-s">{say(texts.cannot)}</h2>
          <ul className="ticks">
            <li>{say(texts.cannotItem[type])}</li>
            <li>{say(texts.cannotKeys)}</li>
          </ul>
        </div>
        <div>
          <h2 className="h-s">{say(texts.can)}</h2>
          <ul className="ticks">
            <li>{say(texts.canLabel)}</li>
            <li>{say(texts.canFacts)}</li>
          </ul>
        </div>
      </div>
      <Lost />
      {children ?? <p className="hint">{say(texts.without)}</p>}
    </div>
  );
}

/** The field has no name: a form that is sent after all does not send it. */
function LabelField({ label, onLabel }: Pick<SealChoiceProps, 'label' | 'onLabel'>) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>
        {say(texts.shown)} <span className="opt">{say(forms.optional)}</span>
      </label>
      <p className="hint" id={`${id}-hint`}>
        {say(texts.shownHint)}
      </p>
      <input
        className="control control-mid"
        id={id}
        value={label}
        maxLength={TITLE_MAX}
        autoComplete="off"
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onLabel(target.value)}
      />
    </div>
  );
}

/** The one sentence that has to be understood. */
export function Lost() {
  return (
    <p className="note is-warn seal-lost">
      <span>{sayRich(texts.lost, { strong: (words) => <strong>{words}</strong> })}</span>
    </p>
  );
}
