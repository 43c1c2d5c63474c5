import { useEffect, useState } from 'react';
import { useLocation, useNavigation, useSubmit } from 'react-router';
import { ADD_PASSKEY } from '#app/accounts/add-passkey-path.ts';
import { addPasskey as texts } from '#messages/en/passkeys.ts';
import { say } from '#messages/say.ts';
import { canUsePasskeys, makePasskey, type PasskeyTrouble, troubleOf } from './prompt.ts';

const PAGE = '/profile/security';

/**
 * The button that makes a passkey in this browser, and adds it to the account. Where a proof came between, or the answer too
 * late, the address says so, and a new question is asked at once.
 */
export default function AddPasskey() {
  const submit = useSubmit();
  const isSending = useNavigation().state !== 'idle';
  const [state, setState] = useState<'idle' | 'asking' | Exclude<PasskeyTrouble, 'unproved'>>('idle');
  const isBusy = isSending || state === 'asking';
  const add = async () => {
    if (isBusy) return;
    setState('asking');
    try {
      const answer = await makePasskey(`${PAGE}/passkeys/options`);
      await submit({ answer }, { method: 'post', action: `${PAGE}/passkeys` });
      setState('idle');
    } catch (error) {
      const trouble = troubleOf(error);
      if (trouble === 'unproved')
        return location.assign(`/step-up?${new URLSearchParams({ to: ADD_PASSKEY, from: PAGE })}`);
      setState(trouble);
    }
  };
  const { key, pathname, search } = useLocation();
  useEffect(() => {
    if (canUsePasskeys() && pathname + search === ADD_PASSKEY) void add();
  }, [key]);
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
