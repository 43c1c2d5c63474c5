import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from '#db/query.ts';

/**
 * Locks an account until the transaction ends. Every transaction locks the account before rows that belong to it, which
 * prevents deadlocks, and lets two changes of one account run one after the other. `for no key update` excludes every other
 * lock that we take of an account, and a deletion. It does not stop others from inserting rows that refer to the account,
 * as `for update` would.
 * @returns the account's address; null when the account is gone
 */
export async function lockAccount(tx: EntityManager, id: string): Promise<{ email: string } | null> {
  const account = await query(tx)
    .selectFrom('users')
    .select('email')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return account ?? null;
}
