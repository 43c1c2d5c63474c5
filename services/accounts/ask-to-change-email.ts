import type { EntityManager } from '@mikro-orm/postgresql';
import { User } from '#db/entities/accounts.ts';
import type { ChangeEmail } from '#domain/accounts/recovery.schema.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#services/context.ts';
import { countLinkMail } from '#services/limits/limits.ts';
import { enqueueAccountMail } from './account-mails.ts';
import { isOwnPassword } from './ask-again.ts';
import { mailLink } from './mail-link.ts';
import { endSecrets } from './secrets.ts';

const WRONG = 'This is not your password';
const WITHOUT_PASSWORD = 'Your account has no password yet. Sign out and choose “Forgot your password?” to set one.';

/**
 * Begins a change of address: a link goes to the new one, and until it is used everything stays as it is. An address
 * that has another account gets a word about it instead of a link, so that nobody learns here who has accounts.
 * @throws AppError validation-failed at `password` or `email`, too-many-requests
 */
export async function askToChangeEmail(context: Context, ownerId: string, input: ChangeEmail): Promise<void> {
  const user = await context.em.findOneOrFail(User, { id: ownerId }, { fields: ['email', 'passwordHash'] });
  const isRight = await isOwnPassword(context, ownerId, user.passwordHash ?? null, input.password);
  if (!isRight) throw atField('password', user.passwordHash ? WRONG : WITHOUT_PASSWORD);
  if (input.email === user.email) throw atField('email', 'This is your address already');
  await countLinkMail(context, 'change-email', input.email);
  await context.em.transactional(async (em) => {
    const within = { ...context, em };
    // In line with a new password that is being set: what begins here would outlive it.
    const isStillRight = await em.execute<object[]>(
      'select 1 from users where id = ? and password_hash = ? for no key update',
      [ownerId, user.passwordHash],
    );
    if (isStillRight.length === 0) throw atField('password', WRONG);
    const other = await em.findOne(User, { email: input.email }, { fields: ['id'] });
    if (other) return tellOther(em, other.id, input.email);
    await endSecrets(within, ownerId, ['change-email']);
    await mailLink(within, { userId: ownerId, purpose: 'change-email', email: input.email });
  });
}

/** Once a day: whoever asks again and again fills nobody's inbox. */
async function tellOther(em: EntityManager, userId: string, email: string): Promise<void> {
  const told = await em.execute<object[]>(
    `select 1 from account_mails where user_id = ? and kind = 'email-taken' and created_at > now() - interval '1 day'`,
    [userId],
  );
  if (told.length === 0) await enqueueAccountMail(em, { userId, kind: 'email-taken', email });
}

function atField(field: string, message: string): AppError {
  return new AppError('validation-failed', message, [{ field, message }]);
}
