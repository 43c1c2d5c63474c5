import type { EntityManager } from '@mikro-orm/postgresql';
import { type NotNull, sql } from 'kysely';
import { query, type Tables } from '#db/query.ts';
import type { Context } from '#services/context.ts';
import type { Keyring } from '#services/crypto/keyring.ts';
import { contentMac } from './sealed-content.ts';

const BATCH = 500;

/** The outcome of one batch. */
export interface KeyedHashes {
  keyed: number;
  /** Files whose owner's key does not open: their hash stays as it was. */
  broken: string[];
  /** The last file of the batch; null when there are no more. */
  next: string | null;
}

interface Row extends Pick<Tables['files'], 'id' | 'owner_id'>, Pick<Tables['users'], 'wrapped_key'> {
  sha256: Buffer;
}

/**
 * Replaces plain SHA-256 hashes of files, which the version before this one writes, by keyed ones: one batch in one
 * transaction. It may end at any moment, and several may run at once.
 * @param after the last file of the batch before; null to begin
 */
export function keyFileHashes(
  { em, keyring }: Pick<Context, 'em' | 'keyring'>,
  after: string | null,
): Promise<KeyedHashes> {
  return em.transactional(async (tx) => {
    const rows = await query(tx)
      .selectFrom('files as f')
      .innerJoin('users as u', 'u.id', 'f.owner_id')
      .select(['f.id', 'f.owner_id', 'f.sha256', 'u.wrapped_key'])
      .where('f.state', '=', 'ready')
      .where('f.content_mac', 'is', null)
      .$if(after !== null, (some) => some.where('f.id', '>', after))
      .orderBy('f.id')
      .limit(BATCH)
      .forUpdate('f')
      .skipLocked()
      .$narrowType<{ sha256: NotNull }>()
      .execute();
    const broken: string[] = [];
    const macs = rows.flatMap((row) => macOf(keyring, row, broken));
    if (macs.length > 0) await write(tx, macs);
    return { keyed: macs.length, broken, next: rows.length === BATCH ? (rows.at(-1)?.id ?? null) : null };
  });
}

function macOf(keyring: Keyring, row: Row, broken: string[]): { id: string; mac: Buffer }[] {
  try {
    const key = keyring.openPersonKey(row.wrapped_key, row.owner_id);
    return [{ id: row.id, mac: contentMac(key, row.id, row.sha256) }];
  } catch {
    broken.push(row.id);
    return [];
  }
}

/** The trigger of migration 0007 replaces the plain hash in the same statement. */
async function write(tx: EntityManager, macs: readonly { id: string; mac: Buffer }[]): Promise<void> {
  const ids = macs.map(({ id }) => id);
  const values = macs.map(({ mac }) => mac);
  await query(tx)
    .updateTable('files')
    .from(sql<{ id: string; mac: Buffer }>`unnest(${ids}::uuid[], ${values}::bytea[])`.as<'v'>(sql`v (id, mac)`))
    .set((eb) => ({ content_mac: eb.ref('v.mac') }))
    .whereRef('files.id', '=', 'v.id')
    .execute();
}
