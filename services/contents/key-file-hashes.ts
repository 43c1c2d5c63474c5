import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '#services/context.ts';
import type { Keyring } from '#services/crypto/keyring.ts';
import { contentMac } from './content-mac.ts';

const BATCH = 500;

/** What became of one batch. */
export interface KeyedHashes {
  keyed: number;
  /** Files whose owner's key does not open: their hash stays as it was. */
  broken: string[];
  /** The last file of the batch, to go on after; null when there are no more. */
  next: string | null;
}

interface Row {
  id: string;
  owner_id: string;
  sha256: Buffer;
  wrapped_key: Buffer;
}

/**
 * Replaces plain SHA-256 hashes of files, which the version before this one writes, by keyed ones: one batch in one
 * transaction. It may end at any moment, and several may run at once.
 * @param after the file to go on after, null to begin
 */
export function keyFileHashes(
  { em, keyring }: Pick<Context, 'em' | 'keyring'>,
  after: string | null,
): Promise<KeyedHashes> {
  return em.transactional(async (tx) => {
    const rows = await tx.execute<Row[]>(
      `select f.id, f.owner_id, f.sha256, u.wrapped_key from files f join users u on u.id = f.owner_id
       where f.state = 'ready' and f.content_mac is null and (?::uuid is null or f.id > ?::uuid)
       order by f.id limit ? for update of f skip locked`,
      [after, after, BATCH],
    );
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
  await tx.execute(
    `update files set content_mac = v.mac
     from (values ${macs.map(() => '(?::uuid, ?::bytea)').join(', ')}) as v (id, mac) where files.id = v.id`,
    macs.flatMap(({ id, mac }) => [id, mac]),
  );
}
