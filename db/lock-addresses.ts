import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { query } from './query.ts';

/** Messages to one address are counted by one transaction after the other; in one order, so that two never wait for each other. */
export async function lockAddresses(tx: EntityManager, addresses: Iterable<string>): Promise<void> {
  const inOrder = [...new Set(addresses)].sort();
  await sql`select pg_advisory_xact_lock(hashtextextended(address, 19)) from unnest(${inOrder}::text[]) as t (address)`.execute(
    query(tx),
  );
}
