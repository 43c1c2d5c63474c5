import { useEffect } from 'react';
import { passkeySignIn as texts } from '#messages/en/passkey-sign-in.ts';
import { say } from '#messages/say.ts';
import { canUsePasskeys, offerPasskeys } from './prompt.ts';
import { usePasskeyForm } from './use-passkey-form.ts';

const OPTIONS = '/auth/passkey/options';

/**
 * Signs in with a passkey: by a button, and by what browsers offer in the email field.
 * @param to the next page after signing in, a path
 */
export default function PasskeySignIn({ to }: { to: string | null }) {
  const { form, send, ask, isAsking, trouble } = usePasskeyForm(OPTIONS, 'answer');
  useEffect(() => {
    if (isAsking || !canUsePasskeys()) return;
    return offerPasskeys(OPTIONS, send);
  }, [isAsking]);
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
      {trouble && (
        <p className="small" role="status">
          {say(trouble === 'closed' ? texts.closed : texts.failed)}
        </p>
      )}
    </form>
  );
}
