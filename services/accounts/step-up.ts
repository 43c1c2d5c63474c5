/** Proves that a session is still its owner's, before what would take an account away, empty it or silence it. */
import { query } from '#db/query.ts';
import { passkeyIn, type StepUp } from '#domain/accounts/step-up.schema.ts';
import { isProofRecent } from '#domain/accounts/step-up.ts';
import { AppError } from '#domain/errors.ts';
import { accountRefusals } from '#messages/en/account-refusals.ts';
import { say } from '#messages/say.ts';
import type { Context } from '#services/context.ts';
import { accountCredentials } from './account.ts';
import { isOwnPassword } from './passwords.ts';
import type { OpenSession } from './sessions.ts';
import { proveByPasskey } from './step-up-by-passkey.ts';
import type { PasskeySite } from './webauthn.ts';

/** @throws AppError step-up-required without a proof of the last 10 minutes */
export function requireProof({ now }: Pick<Context, 'now'>, { provedAt }: Pick<OpenSession, 'provedAt'>): void {
  if (!isProofRecent(provedAt, now)) throw new AppError('step-up-required', say(accountRefusals['step-up-required']));
}

/**
 * Checks a proof; from then on the session counts as proved for 10 minutes.
 * @param site that passkeys are for
 * @throws AppError unauthenticated for a wrong password or passkey; forbidden for a password where the account has none; gone for
 *   an answer to a challenge that has expired or was answered; too-many-requests beyond a limit; unavailable when the queue of
 *   passwords is full
 */
export async function stepUp(context: Context, session: OpenSession, proof: StepUp, site: PasskeySite): Promise<void> {
  const { sessionId, user } = session;
  const answer = passkeyIn(proof);
  if (answer) await proveByPasskey(context, session, site, answer);
  else await proveByPassword(context, user.id, proof.password ?? '');
  await query(context.em)
    .updateTable('sessions')
    .set({ proved_at: context.now })
    .where('id', '=', sessionId)
    .where('user_id', '=', user.id)
    .execute();
}

async function proveByPassword(context: Context, userId: string, password: string): Promise<void> {
  const account = await accountCredentials(context.em, userId).executeTakeFirst();
  const hash = account?.password_hash ?? null;
  if (hash === null) throw new AppError('forbidden', say(accountRefusals['sign-in-again']));
  if (await isOwnPassword(context, userId, hash, password)) return;
  throw AppError.atField('unauthenticated', 'password', say(accountRefusals['wrong-password']));
}
