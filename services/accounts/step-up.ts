/** Proves that a session is still its owner's, before what would take an account away, empty it or silence it. */
import { query } from '#db/query.ts';
import type { GivenCode } from '#domain/accounts/codes.ts';
import type { StepUp } from '#domain/accounts/step-up.schema.ts';
import { isProofRecent } from '#domain/accounts/step-up.ts';
import { AppError } from '#domain/errors.ts';
import { accountRefusals } from '#messages/en/account-refusals.ts';
import { say } from '#messages/say.ts';
import type { Context } from '#services/context.ts';
import { accountCredentials } from './account.ts';
import { isOwnCode } from './codes.ts';
import { isOwnPassword } from './passwords.ts';
import type { OpenSession } from './sessions.ts';

/** @throws AppError step-up-required without a proof of the last 10 minutes */
export function requireProof({ now }: Pick<Context, 'now'>, { provedAt }: Pick<OpenSession, 'provedAt'>): void {
  if (!isProofRecent(provedAt, now)) throw new AppError('step-up-required', say(accountRefusals['step-up-required']));
}

/**
 * Checks a proof; from then on the session counts as proved for 10 minutes.
 * @throws AppError unauthenticated for a wrong password or code; forbidden for an account that has none; too-many-requests beyond
 *   a limit; unavailable when the queue of passwords is full
 */
export async function stepUp(context: Context, { sessionId, user }: OpenSession, proof: StepUp): Promise<void> {
  const { password, code } = proof;
  if (code === undefined) await proveByPassword(context, user.id, password ?? '');
  else await proveByCode(context, user.id, code);
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

async function proveByCode(context: Context, userId: string, code: GivenCode): Promise<void> {
  if (await isOwnCode(context, userId, code)) return;
  throw AppError.atField('unauthenticated', 'code', say(accountRefusals['wrong-code']));
}
