import type { Context } from '#services/context.ts';
import { linkSecret } from '#services/crypto/link.ts';

/** @returns the secrets of the pages of an owner's contacts, by their names */
export async function contactLinks(context: Context, ownerId: string): Promise<Record<string, string>> {
  const contacts = await context.em.execute<{ id: string; name: string }[]>(
    'select id, name from trusted_contacts where owner_id = ?',
    [ownerId],
  );
  return Object.fromEntries(contacts.map(({ id, name }) => [name, linkSecret(context.keyring, 'contact', id, 0)]));
}
