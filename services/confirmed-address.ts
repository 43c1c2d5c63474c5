import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from '#db/query.ts';
import { AppError } from '#domain/errors.ts';
import { accountRefusals } from '#messages/en/account-refusals.ts';
import { say } from '#messages/say.ts';

/**
 * Requires that the owner has proved their address. Everything we send for an owner names it, so an account with a
 * stranger's address could write in that stranger's name.
 * @throws AppError address-unconfirmed
 */
export async function requireConfirmedAddress(em: EntityManager, ownerId: string): Promise<void> {
  const owner = await query(em)
    .selectFrom('users')
    .select(['email', 'email_confirmed_at'])
    .where('id', '=', ownerId)
    .executeTakeFirst();
  if (owner && owner.email_confirmed_at === null)
    throw new AppError('address-unconfirmed', say(accountRefusals['address-unconfirmed'], { email: owner.email }));
}
