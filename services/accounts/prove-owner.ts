import { query } from '#db/query.ts';
import { isProofRecent } from '#domain/accounts/step-up.ts';
import { AppError } from '#domain/errors.ts';
import { accountRefusals } from '#messages/en/account-refusals.ts';
import { fieldErrors } from '#messages/en/field-errors.ts';
import { say } from '#messages/say.ts';
import { record } from '#services/append-record.ts';
import type { Context } from '#services/context.ts';
import { alertOwner } from '#services/mails/enqueue-account-mail.ts';
import { recordSecurityEvent } from '#services/security-events.ts';
import { isOwnPassword } from './passwords.ts';

/** How a signed-in person proves that the account is theirs, before it is deleted or downloaded. */
export interface OwnerProof {
  accountId: string;
  sessionId: string;
  /** Empty for accounts without one. */
  password: string;
}

/**
 * @throws AppError validation-failed without the password, unauthenticated for a wrong one; step-up-required for an account without one whose session has no
 *   recent proof; too-many-requests, unavailable as `isOwnPassword`
 */
export async function requireOwner(context: Context, { accountId, sessionId, password }: OwnerProof): Promise<void> {
  const row = await query(context.em)
    .selectFrom('users')
    .leftJoin('sessions', (join) => join.onRef('sessions.user_id', '=', 'users.id').on('sessions.id', '=', sessionId))
    .select(['users.password_hash', 'sessions.proved_at'])
    .where('users.id', '=', accountId)
    .executeTakeFirst();
  if (row?.password_hash) {
    if (password === '') throw AppError.atField('validation-failed', 'password', say(fieldErrors['password-missing']));
    if (await isOwnPassword(context, accountId, row.password_hash, password)) return;
    throw AppError.atField('unauthenticated', 'password', say(accountRefusals['wrong-password']));
  }
  if (!isProofRecent(row?.proved_at ?? null, context.now))
    throw new AppError('step-up-required', say(accountRefusals['sign-in-again']));
}

/** Records that an owner begins to download everything. */
export async function noteExport(context: Pick<Context, 'em' | 'onSecurityEvent'>, ownerId: string): Promise<void> {
  await context.em.transactional(async (tx) => {
    record(tx, ownerId, 'account-exported');
    await alertOwner(tx, { userId: ownerId, kind: 'export-begun' });
  });
  recordSecurityEvent(context, 'account-exported', { account: ownerId });
}
