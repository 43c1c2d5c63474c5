import type { EntityManager } from '@mikro-orm/postgresql';
import { type NotNull, sql } from 'kysely';
import { query } from '#db/query.ts';
import type { Context } from '#services/context.ts';
import type { Keyring } from '#services/crypto/keyring.ts';
import { contentMac, openBlanks, sealBlanks } from './sealed-content.ts';

const BATCH = 500;

/** The outcome of one batch. */
export interface UpgradedFiles {
  upgraded: number;
  /** Files whose owner's key does not open: their rows stay as they were. */
  broken: string[];
  /** The last file of the batch; null when there are no more. */
  next: string | null;
}

/** What a row says of its file to its owner's key only. */
interface Upgrade {
  id: string;
  mac: Buffer;
  blanks: Buffer;
}

/**
 * Replaces what older versions write about files in plain: SHA-256 hashes by keyed ones, the places of locations by
 * ciphertext. One batch in one transaction. It may end at any moment, and several may run at once.
 * @param after the last file of the batch before; null to begin
 */
export function upgradeFiles(
  { em, keyring }: Pick<Context, 'em' | 'keyring'>,
  after: string | null,
): Promise<UpgradedFiles> {
  return em.transactional(async (tx) => {
    const rows = await olderFiles(tx, after).execute();
    const broken: string[] = [];
    const upgrades = rows.flatMap((row) => upgradeOf(keyring, row, broken));
    if (upgrades.length > 0) await write(tx, upgrades);
    return { upgraded: upgrades.length, broken, next: rows.length === BATCH ? (rows.at(-1)?.id ?? null) : null };
  });
}

type OlderFile = Awaited<ReturnType<ReturnType<typeof olderFiles>['execute']>>[number];

function olderFiles(tx: EntityManager, after: string | null) {
  return query(tx)
    .selectFrom('files as f')
    .innerJoin('users as u', 'u.id', 'f.owner_id')
    .select(['f.id', 'f.owner_id', 'f.sha256', 'f.content_mac', 'f.sealed_blanks', 'f.blanks', 'u.wrapped_key'])
    .where('f.state', '=', 'ready')
    .where((eb) => eb.or([eb('f.content_mac', 'is', null), eb('f.sealed_blanks', 'is', null)]))
    .$if(after !== null, (some) => some.where('f.id', '>', after))
    .orderBy('f.id')
    .limit(BATCH)
    .forUpdate('f')
    .skipLocked()
    .$narrowType<{ sha256: NotNull }>();
}

function upgradeOf(keyring: Keyring, row: OlderFile, broken: string[]): Upgrade[] {
  try {
    const key = keyring.openPersonKey(row.wrapped_key, row.owner_id);
    const mac = row.content_mac ?? contentMac(key, row.id, row.sha256);
    return [{ id: row.id, mac, blanks: row.sealed_blanks ?? sealBlanks(key, row.id, openBlanks(key, row.id, row)) }];
  } catch {
    broken.push(row.id);
    return [];
  }
}

/** The triggers of migrations 0007 and 0018 remove what is in plain, in the same statement. */
async function write(tx: EntityManager, upgrades: readonly Upgrade[]): Promise<void> {
  const ids = upgrades.map(({ id }) => id);
  const macs = upgrades.map(({ mac }) => mac);
  const blanks = upgrades.map((upgrade) => upgrade.blanks);
  await query(tx)
    .updateTable('files')
    .from(sql<Upgrade>`unnest(${ids}::uuid[], ${macs}::bytea[], ${blanks}::bytea[])`.as<'v'>(sql`v (id, mac, blanks)`))
    .set((eb) => ({ content_mac: eb.ref('v.mac'), sealed_blanks: eb.ref('v.blanks') }))
    .whereRef('files.id', '=', 'v.id')
    .execute();
}
