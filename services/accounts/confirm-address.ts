import { type EntityManager, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { User } from '#db/entities/accounts.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#services/context.ts';
import { proveAlive } from '#services/emergency/check-in.ts';
import { enqueueAccountMail } from './account-mails.ts';
import { endSecrets, findSecret, takeSecret } from './secrets.ts';

const PURPOSES = ['confirm-email', 'change-email'] as const;

/** What a link in a mail is about to prove. */
export interface Confirmation {
  email: string;
  /** It becomes the address of an account that has another one now. */
  isChange: boolean;
}

/**
 * Looks at a link that confirms an address, and changes nothing: mail scanners follow every link.
 * @throws AppError not-found or gone when it opens nothing
 */
export async function findConfirmation(context: Context, secret: string): Promise<Confirmation> {
  const { email, purpose } = await findSecret(context, PURPOSES, secret);
  return { email: email ?? '', isChange: purpose === 'change-email' };
}

/**
 * Confirms an address by the link that was sent there: the one of the account, or the one that it is to have from now
 * on. Then the old one is told, and what was sent there opens nothing any more.
 * @throws AppError not-found or gone when the link opens nothing, conflict when the address has another account by now
 */
export async function confirmAddress(context: Context, secret: string): Promise<Confirmation> {
  const { userId, email, purpose } = await findSecret(context, PURPOSES, secret);
  const isChange = purpose === 'change-email';
  try {
    await context.em.transactional(async (em) => {
      const within = { ...context, em };
      // The account before what belongs to it, as everybody locks them: two who meet here wait, and not for each other.
      const old = await lockAddress(em, userId);
      await takeSecret(within, purpose, secret);
      if (!isChange && old !== email) throw new AppError('gone', 'This account has another email address by now.');
      await setAddress(within, userId, email ?? '');
      if (isChange) await leave(within, userId, old);
    });
    return { email: email ?? '', isChange };
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    throw new AppError('conflict', 'This address has an account of its own by now.');
  }
}

/** What was sent to the old address opens nothing any more, and it is told. */
async function leave(context: Context, userId: string, old: string): Promise<void> {
  await endSecrets(context, userId, ['change-email', 'reset-password']);
  await enqueueAccountMail(context.em, { userId, kind: 'email-changed', email: old });
}

async function setAddress(context: Context, userId: string, email: string): Promise<void> {
  const { em, now } = context;
  await em.nativeUpdate(User, { id: userId }, { email, emailConfirmedAt: now });
  await endSecrets({ em, now }, userId, ['confirm-email']);
  // Warnings can arrive from now on, so the clock of an active protocol begins.
  await proveAlive(context, userId);
}

async function lockAddress(em: EntityManager, userId: string): Promise<string> {
  const [user] = await em.execute<{ email: string }[]>('select email from users where id = ? for update', [userId]);
  return user?.email ?? '';
}
