/** "Nothing more from this person", "nothing more from Stillhere": what a recipient or contact decides on their page. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { NOW } from '#db/instants.ts';
import { query, type Tables } from '#db/query.ts';
import type { Context } from '#services/context.ts';
import { addressHash, addressHashes } from '#services/crypto/keyed-hash.ts';
import type { Keyring } from '#services/crypto/keyring.ts';
import { claimedId, opensLink } from '#services/crypto/link.ts';
import { followStops } from '#services/emergency/contact-stops.ts';
import { dayOf } from '#services/emergency/protocol-row.ts';
import { STOP_EPOCH } from '#services/limits/correspondents.ts';
import { followLink } from '#services/limits/limits.ts';
import { unknownLink } from '#services/not-found.ts';

/** From whom they want nothing more. */
export type StopFrom = 'person' | 'stillhere';

/** What a recipient or contact has decided. */
export interface Stopping {
  /** Null when the account was deleted. */
  sender_name: string | null;
  person: boolean;
  stillhere: boolean;
}

/**
 * Changes nothing: mail scanners follow links. The link works also when its delivery or its account was deleted.
 * @throws AppError not-found when the link is not valid; too-many-requests instead after very many invalid ones
 */
export function findStopping(context: Context, secret: string): Promise<Stopping> {
  return followLink(context, async () => stoppingOf(context, await findRow(context, secret)));
}

/**
 * Stops messages, or lets them come again. Repeating it changes nothing; a mail program may do it.
 * @throws as `findStopping` does
 */
export function decideStopping(context: Context, secret: string, from: StopFrom, stops: boolean): Promise<Stopping> {
  return followLink(context, () =>
    context.em.transactional(async (tx) => {
      const inside = { ...context, em: tx };
      const row = await findRow(inside, secret);
      const owners = await lockOwners(tx, row);
      if (from === 'stillhere') await decideForStillhere(tx, row, stops);
      else await decideForPerson(inside, row, stops);
      for (const { id } of owners) await followStops(tx, context.keyring, id, dayOf(context));
      return stoppingOf(inside, row);
    }),
  );
}

type Row = Awaited<ReturnType<typeof findRow>>;

async function findRow({ em, keyring }: Context, secret: string) {
  const id = claimedId(secret);
  if (!id || !opensLink(keyring, secret, 'stop', id, STOP_EPOCH)) throw unknownLink();
  const row = await query(em)
    .selectFrom('correspondents as c')
    .leftJoin('users as u', 'u.id', 'c.owner_id')
    .select(['c.id', 'c.owner_id', 'c.address_hash', 'c.sender_hash', 'u.name', 'u.email'])
    .where('c.id', '=', id)
    .executeTakeFirst();
  if (!row) throw unknownLink();
  return { ...row, hashes: await hashesOf(em, keyring, row) };
}

/** @returns the hashes of its address by every key of the ring; only its own where nothing tells the address any longer */
async function hashesOf(
  em: EntityManager,
  keyring: Keyring,
  { owner_id, address_hash }: Pick<Tables['correspondents'], 'owner_id' | 'address_hash'>,
): Promise<Buffer[]> {
  if (owner_id === null || keyring.linkKeys.length === 1) return [address_hash];
  const known = await query(em)
    .selectFrom('deliveries')
    .select('recipient_email as email')
    .where('owner_id', '=', owner_id)
    .union(query(em).selectFrom('trusted_contacts').select('email').where('owner_id', '=', owner_id))
    .execute();
  const all = known.map(({ email }) => addressHashes(keyring, email));
  return all.find((hashes) => hashes.some((one) => one.equals(address_hash))) ?? [address_hash];
}

async function stoppingOf({ em, keyring }: Context, row: Row): Promise<Stopping> {
  const person = await ofThisPerson(em, keyring, row).where('stopped_at', 'is not', null).limit(1).executeTakeFirst();
  const stillhere = await query(em)
    .selectFrom('stopped_addresses')
    .select('stopped_at')
    .where('address_hash', 'in', row.hashes)
    .limit(1)
    .executeTakeFirst();
  return { sender_name: row.name, person: person !== undefined, stillhere: stillhere !== undefined };
}

/** Locks the accounts that write to this address, in the order of their ids, before what belongs to them changes. */
function lockOwners(tx: EntityManager, { hashes }: Row): Promise<{ id: string }[]> {
  return query(tx)
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('correspondents')
        .select('owner_id')
        .where('address_hash', 'in', hashes)
        .where('owner_id', 'is not', null)
        .$narrowType<{ owner_id: string }>(),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Also the rows of an account that the same sender had before, and deleted. */
function ofThisPerson(em: EntityManager, keyring: Keyring, { id, hashes, sender_hash, email }: Row) {
  const senders = [...(sender_hash ? [sender_hash] : []), ...(email ? addressHashes(keyring, email) : [])];
  return query(em)
    .selectFrom('correspondents')
    .select('id')
    .where('address_hash', 'in', hashes)
    .where(({ eb, or }) => or([eb('id', '=', id), ...(senders.length > 0 ? [eb('sender_hash', 'in', senders)] : [])]));
}

async function decideForPerson({ em: tx, keyring }: Context, row: Row, stops: boolean): Promise<void> {
  const change = stops
    ? // The address that the sender has now: it is how we know them again if they open another account.
      { stopped_at: NOW, ...(row.email ? { sender_hash: addressHash(keyring, row.email) } : {}) }
    : { stopped_at: null };
  await query(tx)
    .updateTable('correspondents')
    .set(change)
    .where('id', 'in', stops ? [row.id] : ofThisPerson(tx, keyring, row))
    .where('stopped_at', stops ? 'is' : 'is not', null)
    .execute();
}

async function decideForStillhere(tx: EntityManager, { address_hash, hashes }: Row, stops: boolean): Promise<void> {
  if (stops)
    await query(tx)
      .insertInto('stopped_addresses')
      .values({ address_hash, stopped_at: NOW })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else await query(tx).deleteFrom('stopped_addresses').where('address_hash', 'in', hashes).execute();
}
