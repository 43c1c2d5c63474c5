import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { sealSteps } from '#messages/en/sealing.ts';
import { say } from '#messages/say.ts';
import type { SealEvent, SealState } from './steps.ts';

const texts = sealSteps.check;

interface CheckStepProps {
  state: SealState;
  dispatch: (event: SealEvent) => void;
  /** An open copy is deleted at the end. */
  isExisting: boolean;
}

/** Two of the words, typed from the paper. The form is never sent. */
export function CheckStep({ state: { asked, wrong }, dispatch, isExisting }: CheckStepProps) {
  const [typed, setTyped] = useState<[string, string]>(['', '']);
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React passes it on to the form that has loaded the steps.
    event.stopPropagation();
    dispatch({ kind: 'answered', words: typed });
  };
  useEffect(() => {
    if (wrong.length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [wrong]);
  return (
    <>
      <form className="stack" ref={form} onSubmit={submit}>
        <div className="fields-2">
          {asked.map((place, index) => (
            <WordField
              key={place}
              place={place}
              isWrong={wrong.includes(place)}
              value={typed[index] ?? ''}
              onChange={(word) => setTyped(index === 0 ? [word, typed[1]] : [typed[0], word])}
            />
          ))}
        </div>
        <div className="row create-acts">
          <button className="btn btn-primary" type="submit">
            {say(texts.finish)}
          </button>
          <button className="btn btn-quiet" type="button" onClick={() => dispatch({ kind: 'back' })}>
            {say(texts.back)}
          </button>
        </div>
      </form>
      <p className="note">
        <span>{say(isExisting ? texts.afterExisting : texts.after)}</span>
      </p>
    </>
  );
}

interface WordFieldProps {
  /** From 0 on. */
  place: number;
  isWrong: boolean;
  value: string;
  onChange: (word: string) => void;
}

function WordField({ place, isWrong, value, onChange }: WordFieldProps) {
  const id = useId();
  return (
    <div className={isWrong ? 'field has-error' : 'field'}>
      <label htmlFor={id}>{say(texts.word, { place: place + 1 })}</label>
      <input
        className="control word-in"
        id={id}
        value={value}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-error` : undefined}
        onChange={({ target }) => onChange(target.value)}
      />
      {isWrong && (
        <p className="error" id={`${id}-error`}>
          {say(texts.wrong, { place: place + 1 })}
        </p>
      )}
    </div>
  );
}
