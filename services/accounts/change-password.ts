import { User } from '#db/entities/accounts.ts';
import type { PasswordChange } from '#domain/accounts/accounts.schema.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#services/context.ts';
import { enqueueAccountMail } from './account-mails.ts';
import { isOwnPassword } from './ask-again.ts';
import { endOtherDevices } from './devices.ts';
import { hashPassword } from './passwords.ts';
import { endSecrets } from './secrets.ts';
import type { OpenSession } from './sessions.ts';

/**
 * Sets a new password for somebody who knows the old one. Every other session ends, and so do links that were mailed to
 * set a password or another address; the owner is told by mail.
 * @param session the one that asks, and stays
 * @throws AppError validation-failed, at its field, when the old password is wrong or there is none; too-many-requests
 *   after too many tries, unavailable when very many wait
 */
export async function changePassword(
  context: Context,
  { sessionId, user }: OpenSession,
  { current_password, new_password }: PasswordChange,
): Promise<void> {
  const known = await context.em.findOne(User, { id: user.id }, { fields: ['passwordHash'] });
  const oldHash = known?.passwordHash ?? null;
  if (!(await isOwnPassword(context, user.id, oldHash, current_password))) throw wrong(oldHash !== null);
  const passwordHash = await hashPassword(context, { account: user.id, isKnown: true }, new_password);
  await context.em.transactional(async (em) => {
    // Only over the one that was checked: of two changes at once the second knows an old password.
    const changed = await em.nativeUpdate(User, { id: user.id, passwordHash: oldHash }, { passwordHash });
    if (changed === 0) throw wrong(true);
    await endOtherDevices(em, user.id, sessionId);
    await endSecrets({ em, now: context.now }, user.id, ['reset-password', 'change-email']);
    await enqueueAccountMail(em, { userId: user.id, kind: 'password-changed', email: user.email });
  });
}

/** @returns whether somebody has a password; who only comes by Google has none */
export async function hasPassword({ em }: Pick<Context, 'em'>, userId: string): Promise<boolean> {
  return (await em.count(User, { id: userId, passwordHash: { $ne: null } })) > 0;
}

function wrong(hasOne: boolean): AppError {
  const message = hasOne
    ? 'This is not your password'
    : 'This account has no password yet. Set one with a link that we mail to you';
  return new AppError('validation-failed', message, [{ field: 'current_password', message }]);
}
