/** Whom accounts write to, and who wants nothing more: by keyed hashes, so that a stop outlives the account. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { query, type Tables } from '#db/query.ts';
import { anyOf } from '#db/sql.ts';
import { AppError } from '#domain/errors.ts';
import { deliveryRefusals } from '#messages/en/delivery-refusals.ts';
import { say } from '#messages/say.ts';
import { addressHash, addressHashes } from '#services/crypto/keyed-hash.ts';
import type { Keyring } from '#services/crypto/keyring.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { newId } from '#services/ids.ts';

/** An account, and an address that it writes to. */
export interface Pair {
  ownerId: string;
  address: string;
}

/** What is known of such a pair. */
export interface Correspondent {
  /** What the link of a message names. */
  id: string;
  /** Nothing more may go to this address: from this person, or from Stillhere. */
  isStopped: boolean;
}

/** Such links do not expire: a message may be read decades later. */
export const STOP_EPOCH = 1;

/** @returns where a recipient or contact says that they want nothing more */
export function stopLink(keyring: Keyring, appOrigin: string, { id }: Pick<Correspondent, 'id'>): string {
  return `${appOrigin}/stop/${linkSecret(keyring, 'stop', id, STOP_EPOCH)}`;
}

/**
 * Finds the row of each pair, and makes those that are missing.
 * @returns one for each pair, in their order
 */
export async function correspondentsOf(
  em: EntityManager,
  keyring: Keyring,
  pairs: readonly Pair[],
): Promise<Correspondent[]> {
  const before = await readPairs(em, keyring, pairs);
  const missing = before.filter(({ id }) => id === null);
  if (missing.length > 0) await insertPairs(em, keyring, missing);
  const found = missing.length > 0 ? await readPairs(em, keyring, pairs) : before;
  return found.map(({ id, isStopped }) => ({ id: id ?? newId(), isStopped }));
}

/** The same for one pair. */
export async function correspondentOf(em: EntityManager, keyring: Keyring, pair: Pair): Promise<Correspondent> {
  const [one] = await correspondentsOf(em, keyring, [pair]);
  return one ?? { id: newId(), isStopped: false };
}

/** @returns whether this person wants nothing more from this account, or from Stillhere; writes nothing */
export async function isStopped(em: EntityManager, keyring: Keyring, pair: Pair): Promise<boolean> {
  const [one] = await readPairs(em, keyring, [pair]);
  return one?.isStopped ?? false;
}

/**
 * The same for a row that is known already: also after its account was deleted.
 * @param address the one that the row is about
 * @returns null when the row is gone
 */
export async function findCorrespondent(
  em: EntityManager,
  keyring: Keyring,
  id: string,
  address: string,
): Promise<Correspondent | null> {
  const toThem = addressHashes(keyring, address);
  const row = await query(em)
    .selectFrom('correspondents')
    .select('sender_hash')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const stop = await query(em)
    .selectFrom('correspondents')
    .select('id')
    .where('address_hash', 'in', toThem)
    .where('stopped_at', 'is not', null)
    .where(({ eb, or }) => or([eb('id', '=', id), eb('sender_hash', '=', row.sender_hash)]))
    .union(query(em).selectFrom('stopped_addresses').select(sql.lit(id).as('id')).where('address_hash', 'in', toThem))
    .executeTakeFirst();
  return { id, isStopped: stop !== undefined };
}

/**
 * @param field where the address was given
 * @throws AppError validation-failed at that field: this person wants nothing more
 */
export async function requireWanted(
  em: EntityManager,
  keyring: Keyring,
  pair: Pair,
  field = 'recipient_email',
): Promise<void> {
  if (await isStopped(em, keyring, pair))
    throw AppError.atField('validation-failed', field, say(deliveryRefusals.stopped));
}

interface ReadPair extends Pair {
  id: string | null;
  isStopped: boolean;
  /** When this account first scheduled a delivery to it. */
  scheduledAt: Date | null;
}

/** @returns one for each pair, in their order; without an id where there is no row yet */
export async function readPairs(em: EntityManager, keyring: Keyring, pairs: readonly Pair[]): Promise<ReadPair[]> {
  if (pairs.length === 0) return [];
  const hashes = pairs.map(({ address }) => addressHashes(keyring, address));
  const all = hashes.flat();
  const senders = await sendersOf(em, pairs);
  const rows = await query(em)
    .selectFrom('correspondents')
    .select(['id', 'owner_id', 'sender_hash', 'address_hash', 'scheduled_at', 'stopped_at'])
    .where('address_hash', 'in', all)
    .execute();
  const stopped = await query(em)
    .selectFrom('stopped_addresses')
    .select('address_hash')
    .where('address_hash', 'in', all)
    .execute();
  return pairs.map(({ ownerId, address }, index) => {
    const own = hashes[index] ?? [];
    const toThem = rows.filter((row) => isOneOf(row.address_hash, own));
    const email = senders.get(ownerId);
    const fromThem = email ? addressHashes(keyring, email) : [];
    const row = toThem.find((one) => one.owner_id === ownerId);
    const isStopped =
      stopped.some((one) => isOneOf(one.address_hash, own)) ||
      toThem.some((one) => one.stopped_at !== null && (one === row || isOneOf(one.sender_hash, fromThem)));
    return { ownerId, address, id: row?.id ?? null, isStopped, scheduledAt: row?.scheduled_at ?? null };
  });
}

function isOneOf(hash: Buffer | null, hashes: readonly Buffer[]): boolean {
  return hash !== null && hashes.some((one) => one.equals(hash));
}

async function sendersOf(em: EntityManager, pairs: readonly Pair[]): Promise<Map<string, string>> {
  const ids = [...new Set(pairs.map(({ ownerId }) => ownerId))];
  const rows = await query(em).selectFrom('users').select(['id', 'email']).where('id', '=', anyOf(ids)).execute();
  return new Map(rows.map(({ id, email }) => [id, email]));
}

/** Leaves rows that were made meanwhile. In one order, so that two transactions never wait for each other. */
async function insertPairs(em: EntityManager, keyring: Keyring, pairs: readonly Pair[]): Promise<void> {
  const senders = await sendersOf(em, pairs);
  const rows = new Map<string, Pick<Tables['correspondents'], 'owner_id' | 'sender_hash' | 'address_hash'>>();
  for (const { ownerId, address } of pairs) {
    const email = senders.get(ownerId);
    const address_hash = addressHash(keyring, address);
    const sender_hash = email ? addressHash(keyring, email) : null;
    rows.set(`${ownerId} ${address_hash.toString('hex')}`, { owner_id: ownerId, sender_hash, address_hash });
  }
  const inOrder = [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  await query(em)
    .insertInto('correspondents')
    .values(inOrder.map((row) => ({ id: newId(), ...row, scheduled_at: null, stopped_at: null })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
