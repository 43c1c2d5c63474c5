import { type FormEvent, useEffect, useRef, useState } from 'react';
import { passkeySignIn as texts } from '#messages/en/passkey-sign-in.ts';
import { say } from '#messages/say.ts';
import { askForPasskey, canUsePasskeys, offerPasskeys, type PasskeyTrouble, troubleOf } from './prompt.ts';

const OPTIONS = '/auth/passkey/options';

/**
 * Signs in with a passkey: by a button, and by what browsers offer in the email field.
 * @param to the next page after signing in, a path
 */
export default function PasskeySignIn({ to }: { to: string | null }) {
  const form = useRef<HTMLFormElement>(null);
  const [state, setState] = useState<'idle' | 'asking' | PasskeyTrouble>('idle');
  const isAsking = state === 'asking';
  // A whole document, as after a password: its first script takes the code from the address.
  const send = (answer: string) => {
    const field = form.current?.elements.namedItem('answer');
    if (!(field instanceof HTMLInputElement)) return;
    field.value = answer;
    form.current?.submit();
  };
  useEffect(() => {
    if (isAsking || !canUsePasskeys()) return;
    return offerPasskeys(OPTIONS, send);
  }, [isAsking]);
  const ask = (event: FormEvent) => {
    event.preventDefault();
    if (isAsking) return;
    setState('asking');
    askForPasskey(OPTIONS).then(send, (error: unknown) => setState(troubleOf(error)));
  };
  if (!canUsePasskeys()) return null;
  return (
    <form
      ref={form}
      className="stack-s"
      method="post"
      action={`/auth/passkey${to ? `?${new URLSearchParams({ to })}` : ''}`}
      onSubmit={ask}
    >
      <input type="hidden" name="answer" />
      <button className="btn btn-secondary" type="submit" aria-busy={isAsking} aria-disabled={isAsking}>
        {say(texts.submit)}
      </button>
      {state !== 'idle' && state !== 'asking' && (
        <p className="small" role="status">
          {say(state === 'closed' ? texts.closed : texts.failed)}
        </p>
      )}
    </form>
  );
}
