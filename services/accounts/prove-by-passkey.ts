import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { query } from '#db/query.ts';
import type { PasskeyAnswer } from '#domain/accounts/passkeys.schema.ts';
import { CHALLENGE_LIFE, countsUp } from '#domain/accounts/passkeys.ts';
import { record } from '#services/append-record.ts';
import type { Context } from '#services/context.ts';
import {
  type ChallengePurpose,
  findChallenge,
  type KnownChallenge,
  newChallenge,
  useChallenge,
} from './passkey-challenges.ts';
import { userHandleOf } from './passkeys.ts';
import { challengeIn, checkSigned, type PasskeySite, type Signed } from './webauthn.ts';

/** An answer whose signature is right. It counts once, by `usePasskey`. */
export interface PasskeyProof extends Signed {
  userId: string;
  passkeyId: string;
  challenge: KnownChallenge;
}

/**
 * Asks for a passkey of any account: the person chooses one, and it says whose it is. So nothing tells a visitor which accounts
 * have passkeys.
 * @returns what the browser's `navigator.credentials.get` takes
 */
export function challengePasskey(
  context: Pick<Context, 'keyring' | 'now'>,
  purpose: ChallengePurpose,
  site: PasskeySite,
): PublicKeyCredentialRequestOptionsJSON {
  return {
    challenge: newChallenge(context, purpose),
    rpId: site.id,
    timeout: CHALLENGE_LIFE,
    userVerification: 'required',
  };
}

/**
 * Checks the answer of a passkey, and changes nothing.
 * @returns null when it is not right, or no account has the passkey
 * @throws AppError gone when its challenge has expired
 */
export async function checkPasskey(
  context: Context,
  purpose: ChallengePurpose,
  site: PasskeySite,
  answer: PasskeyAnswer,
): Promise<PasskeyProof | null> {
  const challenge = findChallenge(context, purpose, challengeIn(answer.response.clientDataJSON));
  if (!challenge) return null;
  const passkey = await query(context.em)
    .selectFrom('passkeys')
    .select(['id', 'user_id', 'public_key'])
    .where('credential_id', '=', Buffer.from(answer.id, 'base64url'))
    .executeTakeFirst();
  // What the passkey stores of its account is signed by nobody, but a difference means that something is wrong.
  if (!passkey || (answer.response.userHandle ?? '') !== userHandleOf(passkey.user_id)) return null;
  const signed = await checkSigned(answer, challenge.text, site, passkey.public_key);
  return signed && { ...signed, userId: passkey.user_id, passkeyId: passkey.id, challenge };
}

/**
 * Lets an answer count: uses its challenge, and notes its counter. Call it in a transaction that locks the account; one that
 * answers 'copied' has to commit.
 * @returns `used`; `gone` when the passkey was removed meanwhile; `copied` when its counter went back, which is recorded
 * @throws AppError gone when the challenge was answered before
 */
export async function usePasskey(
  { em, now }: Pick<Context, 'em' | 'now'>,
  { userId, passkeyId, challenge, counter, isBackedUp }: PasskeyProof,
): Promise<'used' | 'gone' | 'copied'> {
  await useChallenge({ em }, challenge);
  const row = await query(em)
    .selectFrom('passkeys')
    .select('counter')
    .where('id', '=', passkeyId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return 'gone';
  if (!countsUp(Number(row.counter), counter)) {
    record(em, userId, 'account-passkey-refused', { passkey_id: passkeyId });
    return 'copied';
  }
  await query(em)
    .updateTable('passkeys')
    .set({ counter, is_backed_up: isBackedUp, last_used_at: now })
    .where('id', '=', passkeyId)
    .execute();
  return 'used';
}
