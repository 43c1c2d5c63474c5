import { type ReactNode, useEffect, useId, useState } from 'react';
import { sealChoice as texts } from '#messages/en/seal-choice.ts';
import { say } from '#messages/say.ts';

interface SealChoiceProps {
  isSealed: boolean;
  onChange: (isSealed: boolean) => void;
  /** It is to be public, which excludes it. */
  isPublic: boolean;
  /** The terms could not be loaded. */
  isLost: boolean;
  /** The terms, once they are loaded. */
  children: ReactNode;
}

/** Says whether the browser seals what is created. It sends nothing itself, and is off without scripts. */
export function SealChoice({ isSealed, onChange, isPublic, isLost, children }: SealChoiceProps) {
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
      {isSealed && (isLost ? <p className="error">{say(texts.notLoaded)}</p> : children)}
    </div>
  );
}

/** A worker seals, so without scripts nothing does. */
function useCanSeal(): boolean {
  const [canSeal, setCanSeal] = useState(false);
  useEffect(() => setCanSeal(typeof Worker === 'function'), []);
  return canSeal;
}
