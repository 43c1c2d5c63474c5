import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { askForPasskey, type PasskeyTrouble, troubleOf } from './prompt.ts';

interface PasskeyForm {
  /** The form that sends the answer, in its field `field`. */
  form: RefObject<HTMLFormElement | null>;
  /** Sends an answer that the browser gave by itself. */
  send(answer: string): void;
  /** Asks for a passkey, and sends the form once there is an answer. */
  ask(event: FormEvent): void;
  isAsking: boolean;
  /** Null where nothing went wrong. */
  trouble: PasskeyTrouble | null;
}

/**
 * A form that a passkey fills in. The browser sends it itself, as it would without scripts: what comes then is a document.
 * @param options where the server says what it wants
 * @param field the name of the hidden field for the answer
 */
export function usePasskeyForm(options: string, field: string): PasskeyForm {
  const form = useRef<HTMLFormElement>(null);
  const [state, setState] = useState<'idle' | 'asking' | PasskeyTrouble>('idle');
  const isAsking = state === 'asking';
  const send = (answer: string) => {
    const element = form.current?.elements.namedItem(field);
    if (!(element instanceof HTMLInputElement)) return;
    element.value = answer;
    // A field may be called submit.
    if (form.current) HTMLFormElement.prototype.submit.call(form.current);
  };
  const ask = (event: FormEvent) => {
    event.preventDefault();
    if (isAsking) return;
    setState('asking');
    askForPasskey(options).then(send, (error: unknown) => setState(troubleOf(error)));
  };
  return { form, send, ask, isAsking, trouble: state === 'idle' || isAsking ? null : state };
}
