import { User } from '#db/entities/accounts.ts';
import { notFound } from '#domain/errors.ts';
import type { Context } from '#services/context.ts';
import type { PersonKey } from '#services/crypto/keyring.ts';

/**
 * Opens the key of the person whose things are about to be read or sealed.
 * @throws AppError not-found when there is no such account
 */
export async function personKey({ em, keyring }: Context, ownerId: string): Promise<PersonKey> {
  const user = await em.findOne(User, { id: ownerId }, { fields: ['wrappedKey'] });
  if (!user) throw notFound('account');
  return keyring.openPersonKey(user.wrappedKey, ownerId);
}
