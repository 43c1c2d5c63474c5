import { Session, User } from '#db/entities/accounts.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#services/context.ts';
import { proveAlive } from '#services/emergency/prove-alive.ts';
import { enqueueAccountMail } from './account-mails.ts';
import { hashPassword } from './passwords.ts';
import { endSecrets, findSecret, takeSecret } from './secrets.ts';

/**
 * Looks whether a link for a new password is still good.
 * @throws AppError not-found or gone when it is not
 */
export async function findReset(context: Context, secret: string): Promise<void> {
  await findSecret(context, ['reset-password'], secret);
}

/**
 * Sets a new password by a link from a mail. All sessions end, for somebody else may have one; the address is confirmed,
 * since the mail arrived; and its owner is told.
 * @returns whose it is
 * @throws AppError not-found or gone when the link opens nothing
 */
export async function resetPassword(context: Context, secret: string, password: string): Promise<string> {
  // Before the expensive part.
  await findReset(context, secret);
  const passwordHash = await hashPassword(password);
  return context.em.transactional(async (em) => {
    const { userId, email } = await takeSecret({ ...context, em }, 'reset-password', secret);
    const user = await em.findOne(User, { id: userId, email: email ?? '' }, { fields: ['emailConfirmedAt'] });
    if (!user) throw new AppError('gone', 'This account has another email address by now.');
    const emailConfirmedAt = user.emailConfirmedAt ?? context.now;
    await em.nativeUpdate(User, { id: userId }, { passwordHash, emailConfirmedAt });
    await em.nativeDelete(Session, { user: userId });
    // Whoever knew the old password may have begun to take the account to an address of theirs.
    await endSecrets({ ...context, em }, userId, ['reset-password', 'confirm-email', 'change-email', 'exchange']);
    await enqueueAccountMail(em, { userId, kind: 'password-changed', email: email ?? '' });
    await proveAlive({ ...context, em }, userId);
    return userId;
  });
}
