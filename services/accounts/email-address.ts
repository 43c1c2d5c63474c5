import type { EntityManager } from '@mikro-orm/postgresql';
import { ago } from '#db/instants.ts';
import { isUniqueViolation, query } from '#db/query.ts';
import type { ChangeEmail } from '#domain/accounts/recovery.schema.ts';
import { AppError } from '#domain/errors.ts';
import { DAY } from '#domain/time/durations.ts';
import { accountRefusals } from '#messages/en/account-refusals.ts';
import { fieldErrors } from '#messages/en/field-errors.ts';
import { say } from '#messages/say.ts';
import { record } from '#services/append-record.ts';
import type { Context } from '#services/context.ts';
import { proveAlive } from '#services/emergency/check-in.ts';
import { countLinkMail } from '#services/limits/limits.ts';
import { enqueueAccountMail } from '#services/mails/enqueue-account-mail.ts';
import { recordSecurityEvent } from '#services/security-events.ts';
import { type AccountView, accountCredentials } from './account.ts';
import { mailLink } from './account-mails.ts';
import { replacePassword } from './change-password.ts';
import { endLostWait } from './lost-wait.ts';
import { hashPassword, isOwnPassword, refuseCommonPassword } from './passwords.ts';
import { endSecrets, findSecret, type KnownSecret, takeSecret } from './secrets.ts';
import type { Device } from './sessions.ts';
import { checkSignIn } from './sign-in.ts';

const PURPOSES = ['confirm-email', 'change-email'] as const;

/** What a link in a mail confirms, and what its reader has to show besides. */
export interface Confirmation {
  email: string;
  /** Whether the address replaces another one. */
  isChange: boolean;
  /** A press where they are signed in to the account; else its password; a new one where it has none. */
  needs: 'press' | 'password' | 'new-password';
}

/** What shows that the account belongs to the reader of the mail. The first that is there counts. */
export interface Claim {
  /** For a first confirmation only. */
  newPassword?: string | undefined;
  /** The account that they are signed in to; null for none. */
  signedInTo: string | null;
  password?: string | undefined;
  device: Device;
}

/** A confirmed address. */
export interface Confirmed extends Pick<Confirmation, 'email' | 'isChange'> {
  userId: string;
  by: Proof['by'];
}

type Proof = { by: 'session' } | { by: 'password' | 'new-password'; passwordHash: string };

/**
 * Mails the link that confirms an account's address again; does nothing for a confirmed one.
 * @throws AppError too-many-requests
 */
export async function requestConfirmation(
  context: Context,
  { id, email, email_confirmed }: Pick<AccountView, 'id' | 'email' | 'email_confirmed'>,
): Promise<void> {
  if (email_confirmed) return;
  await countLinkMail(context, 'confirm-email', email);
  await mailLink(context, { userId: id, purpose: 'confirm-email', email });
}

/**
 * Mails a link to the new address; nothing changes until the link is used. An address that has another account receives a
 * mail that says so instead: the answer does not show who has accounts.
 * @throws AppError validation-failed at `password` or `email`, too-many-requests
 */
export async function requestEmailChange(context: Context, ownerId: string, input: ChangeEmail): Promise<void> {
  const user = await accountCredentials(context.em, ownerId).executeTakeFirstOrThrow();
  const isRight = await isOwnPassword(context, ownerId, user.password_hash, input.password);
  if (!isRight)
    throw AppError.atField(
      'validation-failed',
      'password',
      user.password_hash === null ? say(accountRefusals['set-password-first']) : say(accountRefusals['wrong-password']),
    );
  if (input.email === user.email)
    throw AppError.atField('validation-failed', 'email', say(accountRefusals['own-address']));
  await countLinkMail(context, 'change-email', input.email);
  await context.em.transactional(async (em) => {
    // Waits for a concurrent change of the password: that would end this link, if the link came before it.
    const locked = await accountCredentials(em, ownerId).forNoKeyUpdate().executeTakeFirst();
    if (locked?.password_hash !== user.password_hash)
      throw AppError.atField('validation-failed', 'password', say(accountRefusals['wrong-password']));
    const other = await query(em).selectFrom('users').select('id').where('email', '=', input.email).executeTakeFirst();
    if (other) return mailOtherOwner(em, other.id, input.email);
    await endSecrets({ em, now: context.now }, ownerId, ['change-email']);
    await mailLink({ ...context, em }, { userId: ownerId, purpose: 'change-email', email: input.email });
  });
  recordSecurityEvent(context, 'address-change-requested', { account: ownerId });
}

/** At most once a day, so that repeated requests do not fill an inbox. */
async function mailOtherOwner(em: EntityManager, userId: string, email: string): Promise<void> {
  const recent = await query(em)
    .selectFrom('account_mails')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'email-taken')
    .where('created_at', '>', ago(DAY))
    .executeTakeFirst();
  if (!recent) await enqueueAccountMail(em, { userId, kind: 'email-taken', email });
}

/**
 * Looks up a link that confirms an address, and does not use it: mail scanners follow every link.
 * @param signedInTo the reader's account; null for none
 * @throws AppError not-found or gone when it is not valid
 */
export async function findConfirmation(
  context: Context,
  secret: string,
  signedInTo: string | null,
): Promise<Confirmation> {
  const { email, purpose, userId } = await findSecret(context, PURPOSES, secret);
  const isChange = purpose === 'change-email';
  const account = await accountCredentials(context.em, userId).executeTakeFirst();
  const without = !isChange && account?.password_hash === null ? 'new-password' : 'password';
  return { email: email ?? '', isChange, needs: signedInTo === userId ? 'press' : without };
}

/**
 * Confirms the account's address with a link, or replaces it by the address that received the link. The link proves the
 * mailbox only: a stranger may have opened the account with this address, or asked for the change. So its reader also shows
 * that the account is theirs. A new password ends what a stranger may have in the account (end-access.ts); it is not accepted
 * for a change, whose new address may be a mistyped one. A replaced address receives a mail, and links that were sent to it
 * become invalid.
 * @throws AppError not-found or gone when the link is not valid, conflict when another account has the address;
 *   validation-failed without a proof or for a common password, unauthenticated for a wrong password; too-many-requests, unavailable as `signIn`
 */
export async function confirmAddress(context: Context, secret: string, claim: Claim): Promise<Confirmed> {
  const link = await findSecret(context, PURPOSES, secret);
  const { userId, purpose } = link;
  const email = link.email ?? '';
  const isChange = purpose === 'change-email';
  const proof = await proveAccount(context, link, claim);
  try {
    await context.em.transactional(async (em) => {
      const inside = { ...context, em };
      const user = await accountCredentials(em, userId).forUpdate().executeTakeFirst();
      await takeSecret(inside, purpose, secret);
      // The check takes a while. Meanwhile the password may have been replaced or removed.
      if (proof.by === 'password' && user?.password_hash !== proof.passwordHash) throw wrongPassword();
      const old = user?.email ?? '';
      if (!isChange && old !== email) throw new AppError('gone', say(accountRefusals['address-changed']));
      record(em, userId, isChange ? 'account-address-changed' : 'account-address-confirmed', { by: proof.by });
      if (proof.by === 'new-password')
        return replacePassword(inside, { userId, email, passwordHash: proof.passwordHash });
      await setAddress(inside, userId, email);
      if (!isChange) return;
      await endSecrets(inside, userId, ['change-email', 'reset-password']);
      // Its link went to the old address.
      await endLostWait(inside, userId);
      await enqueueAccountMail(em, { userId, kind: 'email-changed', email: old });
    });
    recordSecurityEvent(context, isChange ? 'address-changed' : 'address-confirmed', {
      account: userId,
      factor: 'link',
    });
    if (proof.by === 'new-password')
      recordSecurityEvent(context, 'password-reset', { account: userId, factor: 'link' });
    return { userId, email, isChange, by: proof.by };
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError('conflict', say(accountRefusals['address-taken']));
  }
}

async function proveAccount(context: Context, { userId, purpose }: KnownSecret, claim: Claim): Promise<Proof> {
  const { newPassword, signedInTo, password, device } = claim;
  if (newPassword !== undefined && purpose === 'confirm-email') {
    refuseCommonPassword(newPassword, 'new_password');
    const passwordHash = await hashPassword(context, { account: userId, isKnown: true }, newPassword);
    return { by: 'new-password', passwordHash };
  }
  if (signedInTo === userId) return { by: 'session' };
  if (password === undefined)
    throw AppError.atField('validation-failed', 'password', say(fieldErrors['password-missing']));
  const account = await accountCredentials(context.em, userId).executeTakeFirst();
  const signedIn = account && (await checkSignIn(context, { email: account.email, password }, device));
  if (signedIn?.id !== userId) throw wrongPassword();
  return { by: 'password', passwordHash: signedIn.passwordHash };
}

function wrongPassword(): AppError {
  return AppError.atField('unauthenticated', 'password', say(accountRefusals['wrong-password']));
}

async function setAddress(context: Context, userId: string, email: string): Promise<void> {
  const { em, now } = context;
  await query(em).updateTable('users').set({ email, email_confirmed_at: now }).where('id', '=', userId).execute();
  await endSecrets(context, userId, ['confirm-email']);
  // Warnings can arrive from now on, so the clock of an active protocol starts.
  await proveAlive(context, userId);
}
