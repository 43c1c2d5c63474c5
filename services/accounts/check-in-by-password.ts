/** Checking in with a password, which nobody has to: by the account's, or by the duress password, which looks the same. */
import { query } from '#db/query.ts';
import { PASSWORDS, WRONG_PASSWORDS_CHECKING_IN } from '#domain/accounts/limits.ts';
import { type GivenPassword, whichPassword } from '#domain/emergency/duress.ts';
import { AppError } from '#domain/errors.ts';
import { accountRefusals } from '#messages/en/account-refusals.ts';
import { say } from '#messages/say.ts';
import type { Context } from '#services/context.ts';
import { checkIn, checkInByLink, findCheckIn } from '#services/emergency/check-in.ts';
import type { EmergencyStatus } from '#services/emergency/protocol-view.ts';
import { fromAddressAt } from '#services/limits/limits.ts';
import { tryPasswords } from '#services/limits/slow-hashes.ts';
import { recordSecurityEvent } from '#services/security-events.ts';
import { findSecret } from './secrets.ts';

/**
 * Checks in by a session or a token, and a password.
 * @throws AppError validation-failed at a wrong password; too-many-requests beyond a limit of those; unavailable when the queue
 *   of passwords is full; conflict after the release
 */
export async function checkInByPassword(context: Context, ownerId: string, password: string): Promise<EmergencyStatus> {
  const given = await givenPassword(context, ownerId, password);
  return checkIn(context, ownerId, { given });
}

/**
 * Checks in by the link of a warning and a password.
 * @throws as `checkInByPassword` does, and as `checkInByLink` does
 */
export async function checkInByLinkAndPassword(context: Context, secret: string, password: string) {
  const found = await findCheckIn(context, secret);
  if (found.kind === 'canary') return found;
  const given = await givenPassword(context, found.protocol.ownerId, password);
  return checkInByLink(context, secret, { given });
}

/**
 * Checks in between the two steps of a sign-in, with a password. No code is needed, and nobody is signed in.
 * @throws AppError not-found or gone when the step has ended; otherwise as `checkInByPassword` does
 */
export async function checkInBySecondStepAndPassword(
  context: Context,
  secret: string,
  password: string,
): Promise<EmergencyStatus> {
  const { userId } = await findSecret(context, ['second-step'], secret);
  return checkInByPassword(context, userId, password);
}

/**
 * Both passwords are checked, whichever is right, and also where there is only one: the work and the answer are the same.
 * @throws AppError validation-failed at a wrong password
 */
async function givenPassword(context: Context, ownerId: string, password: string): Promise<GivenPassword> {
  const account = await query(context.em)
    .selectFrom('users as u')
    .leftJoin('duress_passwords as d', 'd.owner_id', 'u.id')
    .select(['u.password_hash as own', 'd.password_hash as duress'])
    .where('u.id', '=', ownerId)
    .executeTakeFirst();
  const tried = {
    account: ownerId,
    isKnown: true,
    all: fromAddressAt(context, PASSWORDS, ownerId),
    wrong: fromAddressAt(context, WRONG_PASSWORDS_CHECKING_IN, ownerId),
  };
  const hashes = [account?.own ?? null, account?.duress ?? null];
  const [isOwn = false, isDuress = false] = await tryPasswords(context, tried, hashes, password);
  const given = whichPassword(isOwn, isDuress);
  recordSecurityEvent(context, given ? 'owner-proved' : 'owner-not-proved', { account: ownerId, factor: 'password' });
  if (!given) throw AppError.atField('validation-failed', 'password', say(accountRefusals['wrong-password']));
  return given;
}
