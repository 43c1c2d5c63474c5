import { passkeyProof as texts } from '#messages/en/passkey-proof.ts';
import { say } from '#messages/say.ts';
import { canUsePasskeys } from './prompt.ts';
import { usePasskeyForm } from './use-passkey-form.ts';

interface PasskeyProofProps {
  /** Where the proof goes. */
  address: string;
  /** The name of the field for the answer. */
  field: string;
  /** Of the form that waits for the proof. */
  fields: readonly (readonly [name: string, value: string])[];
  /** Its owner can type no other proof. */
  isOnly: boolean;
}

/** Proves by a passkey that it is the owner, and takes along what waits for that. */
export default function PasskeyProof({ address, field, fields, isOnly }: PasskeyProofProps) {
  const { form, ask, isAsking, trouble } = usePasskeyForm('/step-up/options', field);
  if (!canUsePasskeys()) return isOnly ? <p>{say(texts.unsupported)}</p> : null;
  return (
    <form ref={form} className="stack-s" method="post" action={address} onSubmit={ask}>
      {fields.map(([name, value], index) => (
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name={field} />
      <div>
        <button className="btn btn-secondary" type="submit" aria-busy={isAsking} aria-disabled={isAsking}>
          {say(texts.submit)}
        </button>
      </div>
      {trouble && <p role="status">{say(trouble === 'closed' ? texts.closed : texts.failed)}</p>}
    </form>
  );
}
