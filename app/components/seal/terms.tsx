import { type ReactNode, useId } from 'react';
import { type ContentType, TITLE_MAX } from '#domain/content/content.ts';
import { sealTerms as texts } from '#messages/en/sealing.ts';
import { say, sayRich } from '#messages/say.ts';

interface SealTermsProps {
  type: ContentType;
  label: string;
  onLabel: (label: string) => void;
  /** In place of what sealed items are without. */
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
function LabelField({ label, onLabel }: Pick<SealTermsProps, 'label' | 'onLabel'>) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>
        {say(texts.shown)} <span className="opt">{say(texts.optional)}</span>
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
