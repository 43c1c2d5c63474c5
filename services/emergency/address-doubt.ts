import { DOMAIN_LOOKUPS } from '#domain/accounts/limits.ts';
import { probablyMeant } from '#domain/contacts/near-miss.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#services/context.ts';
import { countTry } from '#services/limits/limits.ts';

/** Why an address may be mistyped. We ask, and never refuse: only its owner knows. */
export type AddressDoubt =
  | { question: 'near-miss'; suggestion: string }
  | { question: 'no-mail-server'; suggestion: null; domain: string };

/**
 * Looks for a slip in a well-known domain, then for the domain's mail server. Takes two seconds at most, so call it outside
 * of transactions.
 * @returns null where nothing looks wrong, and where that cannot be learnt now
 */
export async function doubtAbout(context: Context, ownerId: string, email: string): Promise<AddressDoubt | null> {
  const suggestion = probablyMeant(email);
  if (suggestion !== null) return { question: 'near-miss', suggestion };
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return (await takesMail(context, ownerId, domain)) === false
    ? { question: 'no-mail-server', suggestion: null, domain }
    : null;
}

async function takesMail(context: Context, ownerId: string, domain: string): Promise<boolean | null> {
  if (!context.mailServers) return null;
  try {
    await countTry(context, [{ limit: DOMAIN_LOOKUPS, of: [ownerId] }]);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
  return context.mailServers.takesMail(domain);
}
