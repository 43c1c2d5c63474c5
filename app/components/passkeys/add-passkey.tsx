import { useState } from 'react';
import { useNavigation, useSubmit } from 'react-router';
import { addPasskey as texts } from '#messages/en/passkeys.ts';
import { say } from '#messages/say.ts';
import { canUsePasskeys, makePasskey, type PasskeyTrouble, troubleOf } from './prompt.ts';

/** The button that makes a passkey in this browser, and adds it to the account. */
export default function AddPasskey() {
  const submit = useSubmit();
  const isSending = useNavigation().state !== 'idle';
  const [state, setState] = useState<'idle' | 'asking' | PasskeyTrouble>('idle');
  const isBusy = isSending || state === 'asking';
  const add = async () => {
    if (isBusy) return;
    setState('asking');
    try {
      const answer = await makePasskey('/profile/security/passkeys/options');
      await submit({ answer }, { method: 'post', action: '/profile/security/passkeys' });
      setState('idle');
    } catch (error) {
      setState(troubleOf(error));
    }
  };
  if (!canUsePasskeys()) return <p className="small soft">{say(texts.unsupported)}</p>;
  return (
    <div className="stack-s">
      <div>
        <button className="btn btn-primary" type="button" onClick={add} aria-busy={isBusy} aria-disabled={isBusy}>
          {say(texts.submit)}
        </button>
      </div>
      {state !== 'idle' && state !== 'asking' && <p role="status">{say(texts[state])}</p>}
    </div>
  );
}
