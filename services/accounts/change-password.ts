import { setTimeout as sleep } from 'node:timers/promises';
import { query } from '#db/query.ts';
import type { PasswordChange } from '#domain/accounts/accounts.schema.ts';
import { AppError } from '#domain/errors.ts';
import { accountRefusals } from '#messages/en/account-refusals.ts';
import { say } from '#messages/say.ts';
import { record } from '#services/append-record.ts';
import type { Context } from '#services/context.ts';
import { proveAlive } from '#services/emergency/check-in.ts';
import { countLinkMail } from '#services/limits/limits.ts';
import { enqueueAccountMail } from '#services/mails/enqueue-account-mail.ts';
import { readRecord } from '#services/record/entries.ts';
import { recordSecurityEvent } from '#services/security-events.ts';
import { accountCredentials } from './account.ts';
import { mailLink } from './account-mails.ts';
import { endAccess } from './end-access.ts';
import { forgetDevices } from './known-device.ts';
import { hashPassword, isOwnPassword, refuseCommonPassword } from './passwords.ts';
import { endSecrets, findSecret, takeSecret } from './secrets.ts';
import { endOtherDevices, type OpenSession } from './sessions.ts';

/** In milliseconds; longer than queueing a mail takes, so that the time does not show whether there was one. */
const RESET_ANSWERED_AFTER = 400;

/** @returns whether an account has a password; one that only signs in with Google has none */
export async function hasPassword({ em }: Pick<Context, 'em'>, userId: string): Promise<boolean> {
  const account = await accountCredentials(em, userId).executeTakeFirst();
  return (account?.password_hash ?? null) !== null;
}

const CHANGES = ['account-password-changed', 'account-password-reset'];

/** What an owner sees of their password. */
export interface PasswordView {
  /** False for an account that signs in by Google or passkeys only. */
  isSet: boolean;
  /** When it was changed or set by email, in ISO 8601; null where it is the first one, and where the record does not say. */
  changed_at: string | null;
}

/** @returns whether an account has a password, and since when it is the present one */
export async function readPassword({ em }: Pick<Context, 'em'>, userId: string): Promise<PasswordView> {
  const isSet = await hasPassword({ em }, userId);
  const { entries } = await readRecord(em, userId, { limit: 1, kinds: CHANGES });
  return { isSet, changed_at: entries[0]?.at ?? null };
}

/**
 * Replaces a password that its owner knows. Ends every other session and every mailed link that sets a password or an
 * address, forgets every known browser, and mails the owner.
 * @param session the caller's; it remains open
 * @throws AppError validation-failed, at its field, when the old password is wrong or missing or the new one is common; too-many-requests beyond a
 *   limit; unavailable when the queue of passwords is full
 */
export async function changePassword(
  context: Context,
  { sessionId, user }: OpenSession,
  { current_password, new_password }: PasswordChange,
): Promise<void> {
  refuseCommonPassword(new_password, 'new_password');
  const account = await accountCredentials(context.em, user.id).executeTakeFirst();
  const oldHash = account?.password_hash ?? null;
  if (!(await isOwnPassword(context, user.id, oldHash, current_password))) throw wrongPassword(oldHash !== null);
  const newHash = await hashPassword(context, { account: user.id, isKnown: true }, new_password);
  await context.em.transactional(async (em) => {
    // Replaces only the hash that was checked: the second of two concurrent changes knows an old password.
    const changed = await query(em)
      .updateTable('users')
      .set({ password_hash: newHash })
      .where('id', '=', user.id)
      .where('password_hash', '=', oldHash)
      .returning('id')
      .executeTakeFirst();
    if (!changed) throw wrongPassword(true);
    await endOtherDevices(em, user.id, sessionId);
    await forgetDevices(em, user.id);
    await endSecrets({ em, now: context.now }, user.id, ['reset-password', 'change-email', 'second-step']);
    await enqueueAccountMail(em, { userId: user.id, kind: 'password-changed', email: user.email });
    record(em, user.id, 'account-password-changed');
  });
  recordSecurityEvent(context, 'password-changed', { account: user.id });
}

function wrongPassword(hasOne: boolean): AppError {
  return AppError.atField(
    'validation-failed',
    'current_password',
    hasOne ? say(accountRefusals['wrong-password']) : say(accountRefusals['no-password-yet']),
  );
}

/**
 * Mails a link for a new password to the account with this address. Neither the outcome nor its time shows whether there
 * is one.
 * @throws AppError too-many-requests, also when there is no account
 */
export async function requestPasswordReset(context: Context, email: string): Promise<void> {
  await countLinkMail(context, 'reset-password', email);
  await Promise.all([sleep(RESET_ANSWERED_AFTER), mailResetLink(context, email)]);
}

async function mailResetLink(context: Context, email: string): Promise<void> {
  const user = await query(context.em).selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  if (!user) return;
  await mailLink(context, { userId: user.id, purpose: 'reset-password', email });
  recordSecurityEvent(context, 'password-link-requested', { account: user.id });
}

/**
 * Checks that a link for a new password is valid, and does not use it.
 * @throws AppError not-found or gone when it is not
 */
export async function checkResetLink(context: Context, secret: string): Promise<void> {
  await findSecret(context, ['reset-password'], secret);
}

/**
 * Sets a new password with a link from a mail. Ends what a stranger may have in the account (end-access.ts); confirms the
 * address, since the mail arrived; and mails the owner.
 * @returns the user's id
 * @throws AppError not-found or gone when the link is not valid, validation-failed for a common password, unavailable when the queue of passwords is full
 */
export async function resetPassword(context: Context, secret: string, password: string): Promise<string> {
  // Before the hash, which is expensive.
  const { userId, email } = await findSecret(context, ['reset-password'], secret);
  refuseCommonPassword(password, 'password');
  const passwordHash = await hashPassword(context, { account: userId, isKnown: true }, password);
  await context.em.transactional(async (em) => {
    const user = await accountCredentials(em, userId).forUpdate().executeTakeFirst();
    await takeSecret({ ...context, em }, 'reset-password', secret);
    if (user?.email !== email) throw new AppError('gone', say(accountRefusals['address-changed']));
    await replacePassword({ ...context, em }, { userId, email: user.email, passwordHash });
  });
  recordSecurityEvent(context, 'password-reset', { account: userId, factor: 'link' });
  return userId;
}

/** A password for a person whose mailbox has just proven that the account is theirs. */
export interface NewPassword {
  userId: string;
  /** The account's. */
  email: string;
  passwordHash: string;
}

/** Sets it, and does the rest that `resetPassword` says. Call it in a transaction that locks the account. */
export async function replacePassword(context: Context, { userId, email, passwordHash }: NewPassword): Promise<void> {
  const { em, now } = context;
  await endAccess(context, userId);
  await query(em)
    .updateTable('users')
    .set(({ fn, val }) => ({
      password_hash: passwordHash,
      email_confirmed_at: fn.coalesce('email_confirmed_at', val(now)),
    }))
    .where('id', '=', userId)
    .execute();
  await enqueueAccountMail(em, { userId, kind: 'password-changed', email });
  record(em, userId, 'account-password-reset');
  await proveAlive(context, userId);
}
