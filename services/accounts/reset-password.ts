import { Session } from '#db/entities/accounts.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#services/context.ts';
import { proveAlive } from '#services/emergency/check-in.ts';
import { enqueueAccountMail } from './account-mails.ts';
import { hashPassword } from './passwords.ts';
import { endSecrets, findSecret, takeSecret } from './secrets.ts';

const PURPOSES = ['reset-password'] as const;

/**
 * Looks whether a link for a new password is still good.
 * @throws AppError not-found or gone when it is not
 */
export async function findReset(context: Context, secret: string): Promise<void> {
  await findSecret(context, PURPOSES, secret);
}

/**
 * Sets a new password by a link from a mail. All sessions end, for somebody else may have one; the address is confirmed,
 * since the mail arrived; and its owner is told.
 * @returns whose it is
 * @throws AppError not-found or gone when the link opens nothing, unavailable when very many wait
 */
export async function resetPassword(context: Context, secret: string, password: string): Promise<string> {
  // Before the expensive part.
  const { userId, email } = await findSecret(context, PURPOSES, secret);
  const passwordHash = await hashPassword(context, { account: userId, isKnown: true }, password);
  return context.em.transactional(async (em) => {
    // The account before what belongs to it, as everybody locks them: two who meet here wait, and not for each other.
    const [user] = await em.execute<{ email: string }[]>('select email from users where id = ? for update', [userId]);
    await takeSecret({ ...context, em }, 'reset-password', secret);
    if (user?.email !== email) throw new AppError('gone', 'This account has another email address by now.');
    await em.execute(
      'update users set password_hash = ?, email_confirmed_at = coalesce(email_confirmed_at, ?) where id = ?',
      [passwordHash, context.now, userId],
    );
    await em.nativeDelete(Session, { user: userId });
    // Whoever knew the old password may have begun to take the account to an address of theirs.
    await endSecrets({ ...context, em }, userId, ['reset-password', 'confirm-email', 'change-email', 'exchange']);
    await enqueueAccountMail(em, { userId, kind: 'password-changed', email: email ?? '' });
    await proveAlive({ ...context, em }, userId);
    return userId;
  });
}
