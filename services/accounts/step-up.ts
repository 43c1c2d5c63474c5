/** Proves that a session is still its owner's, before what would take an account away, empty it or silence it. */
import { query } from '#db/query.ts';
import type { StepUp } from '#domain/accounts/step-up.schema.ts';
import { isProofRecent } from '#domain/accounts/step-up.ts';
import { AppError } from '#domain/errors.ts';
import { accountRefusals } from '#messages/en/account-refusals.ts';
import { say } from '#messages/say.ts';
import type { Context } from '#services/context.ts';
import { accountCredentials } from './account.ts';
import { isOwnPassword } from './passwords.ts';
import type { OpenSession } from './sessions.ts';

/** Checks one kind of proof. @throws AppError when it does not prove anything */
type Prover = (context: Context, userId: string, proof: string) => Promise<void>;

/** Each kind of proof by the field that has it. */
const PROVERS: Record<keyof StepUp, Prover> = { password: proveByPassword };

/** @throws AppError step-up-required without a proof of the last 10 minutes */
export function requireProof({ now }: Pick<Context, 'now'>, { provedAt }: Pick<OpenSession, 'provedAt'>): void {
  if (!isProofRecent(provedAt, now)) throw new AppError('step-up-required', say(accountRefusals['step-up-required']));
}

/**
 * Checks a proof; from then on the session counts as proved for 10 minutes.
 * @throws AppError unauthenticated for a wrong password; forbidden for an account that has none; too-many-requests beyond
 *   a limit; unavailable when the queue of passwords is full
 */
export async function stepUp(context: Context, { sessionId, user }: OpenSession, proof: StepUp): Promise<void> {
  for (const kind of Object.keys(PROVERS) as (keyof StepUp)[]) await PROVERS[kind](context, user.id, proof[kind]);
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
