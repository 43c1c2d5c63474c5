import { query } from '#db/query.ts';
import { AppError } from '#domain/errors.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { accountRefusals } from '#messages/en/account-refusals.ts';
import { fieldErrors } from '#messages/en/field-errors.ts';
import { say } from '#messages/say.ts';
import type { Context } from '#services/context.ts';
import { isOwnPassword } from './passwords.ts';

/** How recent the sign-in must be that replaces the password of an owner without one. */
const FRESH = 10 * MINUTE;

/** How a signed-in person proves that the account is theirs, before it is deleted or downloaded. */
export interface OwnerProof {
  accountId: string;
  sessionId: string;
  /** Empty for accounts without one. */
  password: string;
}

/**
 * @throws AppError validation-failed without the password, unauthenticated for a wrong one; forbidden for an account without one whose owner signed in too long
 *   ago; too-many-requests, unavailable as `isOwnPassword`
 */
export async function requireOwner(context: Context, { accountId, sessionId, password }: OwnerProof): Promise<void> {
  const { em, now } = context;
  const row = await query(em)
    .selectFrom('users')
    .leftJoin('sessions', (join) => join.onRef('sessions.user_id', '=', 'users.id').on('sessions.id', '=', sessionId))
    .select(['users.password_hash', 'sessions.created_at as signed_in_at'])
    .where('users.id', '=', accountId)
    .executeTakeFirst();
  if (row?.password_hash) {
    if (password === '') throw AppError.atField('validation-failed', 'password', say(fieldErrors['password-missing']));
    if (await isOwnPassword(context, accountId, row.password_hash, password)) return;
    throw AppError.atField('unauthenticated', 'password', say(accountRefusals['wrong-password']));
  }
  const signedInAt = row?.signed_in_at?.getTime() ?? 0;
  if (now.getTime() - signedInAt > FRESH) throw new AppError('forbidden', say(accountRefusals['sign-in-again']));
}
