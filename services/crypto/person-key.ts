import { hkdfSync } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { query, type Tables } from '#db/query.ts';
import { COUNT } from '#db/sql.ts';
import type { Context } from '#services/context.ts';
import type { Keyring, PersonKey } from '#services/crypto/keyring.ts';
import { notFound } from '#services/not-found.ts';

/**
 * Unwraps the key that seals what a person saves.
 * @throws AppError not-found when there is no such account
 */
export async function personKey({ em, keyring }: Context, ownerId: string): Promise<PersonKey> {
  const user = await query(em).selectFrom('users').select('wrapped_key').where('id', '=', ownerId).executeTakeFirst();
  if (!user) throw notFound('account');
  return keyring.openPersonKey(user.wrapped_key, ownerId);
}

const SLOT_BYTES = 12;
const DRAFT_KEY_BYTES = 32;

/** Names and opens one person's drafts in a browser; both are base64url. */
export interface DraftKey {
  /** Differs for each person, and does not reveal whose drafts they are. */
  slot: string;
  /** 256 bits, for AES-GCM in the browser. */
  key: string;
}

/**
 * The key with which a page seals unsaved letters in its browser. Only the owner's pages receive it, so the end of a session
 * loses no draft and leaves none readable. It is gone when the person's key is.
 * @throws AppError not-found when there is no such account
 */
export async function draftKey(context: Context, ownerId: string): Promise<DraftKey> {
  const bytes = Buffer.from(
    hkdfSync(
      'sha256',
      await personKey(context, ownerId),
      Buffer.alloc(0),
      `stillhere/drafts/${ownerId}`,
      SLOT_BYTES + DRAFT_KEY_BYTES,
    ),
  );
  return {
    slot: bytes.subarray(0, SLOT_BYTES).toString('base64url'),
    key: bytes.subarray(SLOT_BYTES).toString('base64url'),
  };
}

const BATCH = 500;

const WRAPPED_KEY = sql.ref('wrapped_key' satisfies keyof Tables['users']);
/** A wrapped key begins with a version, the length of the master key's id, and that id. */
const masterKeyId = sql<Buffer>`substring(${WRAPPED_KEY} from 3 for get_byte(${WRAPPED_KEY}, 1))`;

/** The result of wrapping all people's keys again. */
export interface Rotated {
  /** How many keys this run wrapped. */
  rewrapped: number;
  /** Ids of people whose key does not open although the ring has the key that wrapped it; nothing changed for them. */
  broken: string[];
}

/** The ring lacks a key that is still needed. */
export class KeyMissing extends Error {
  override readonly name = 'KeyMissing';
}

/**
 * Wraps each person's key with the newest key of the ring. Contents stay as they are. Every process can go on if its ring
 * has the newest key. A run can be stopped at any moment, repeated, or run twice at once.
 * @param onProgress receives how many keys have been wrapped so far, after each batch
 * @throws KeyMissing before anything was changed
 */
export async function rotateKeys(
  em: EntityManager,
  keyring: Keyring,
  onProgress: (rewrapped: number) => void = () => {},
): Promise<Rotated> {
  await requireKeys(em, keyring);
  const broken: string[] = [];
  let rewrapped = 0;
  for (let after: string | null = null; ; ) {
    const people: WrappedKey[] = await nextPeople(em, after);
    const changes = people.flatMap((person) => rewrap(keyring, person, broken));
    if (changes.length > 0) {
      rewrapped += await save(em, changes);
      onProgress(rewrapped);
    }
    after = people.at(-1)?.id ?? null;
    if (after === null) return { rewrapped, broken };
  }
}

/** @returns how many people's keys each master key wraps, by its id: the most used first */
export async function countWrappings(em: EntityManager): Promise<{ id: string; people: number }[]> {
  const rows = await query(em)
    .selectFrom((eb) => eb.selectFrom('users').select(masterKeyId.as('key_id')).as('wrapped'))
    .select(['key_id', COUNT.as('people')])
    .groupBy('key_id')
    .orderBy('people', 'desc')
    .orderBy('key_id')
    .execute();
  return rows.map(({ key_id, people }) => ({ id: key_id.toString('utf8'), people }));
}

/** @returns the key of the first person that this master key wraps */
export function findWrapping(em: EntityManager, masterKey: string): Promise<WrappedKey> {
  return query(em)
    .selectFrom('users')
    .select(['id', 'wrapped_key'])
    .where(masterKeyId, '=', Buffer.from(masterKey))
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
}

async function requireKeys(em: EntityManager, keyring: Keyring): Promise<void> {
  const missing = (await countWrappings(em)).filter(({ id }) => !keyring.ids.includes(id));
  if (missing.length === 0) return;
  const which = missing.map(({ id, people }) => `"${id}" (${people} ${people === 1 ? 'person' : 'people'})`);
  throw new KeyMissing(
    `MASTER_KEYS lacks a key that still wraps the keys of people: ${which.join(', ')}. Nothing was changed. Add it to the end of the ring and run this again.`,
  );
}

type WrappedKey = Pick<Tables['users'], 'id' | 'wrapped_key'>;

/** Ids grow with time, so a person who signs up meanwhile comes last. */
function nextPeople(em: EntityManager, after: string | null): Promise<WrappedKey[]> {
  const next = query(em).selectFrom('users').select(['id', 'wrapped_key']).orderBy('id').limit(BATCH);
  return (after === null ? next : next.where('id', '>', after)).execute();
}

interface Change {
  id: string;
  old: Buffer;
  rewrapped: Buffer;
}

function rewrap(keyring: Keyring, { id, wrapped_key: old }: WrappedKey, broken: string[]): Change[] {
  if (keyring.isNewest(old)) return [];
  try {
    return [{ id, old, rewrapped: keyring.rewrap(old, id) }];
  } catch {
    broken.push(id);
    return [];
  }
}

/** Writes only over keys that are as they were read: another run may have been faster. @returns how many it wrote */
async function save(em: EntityManager, changes: readonly Change[]): Promise<number> {
  const [ids, olds, rewrapped] = [
    changes.map((change) => change.id),
    changes.map((change) => change.old),
    changes.map((change) => change.rewrapped),
  ];
  const rows = await query(em)
    .updateTable('users')
    .from(
      sql<Change>`unnest(${ids}::uuid[], ${olds}::bytea[], ${rewrapped}::bytea[])`.as<'changes'>(
        sql`changes(id, old, rewrapped)`,
      ),
    )
    .set(({ ref }) => ({ wrapped_key: ref('changes.rewrapped') }))
    .whereRef('users.id', '=', 'changes.id')
    .whereRef('users.wrapped_key', '=', 'changes.old')
    .returning('users.id')
    .execute();
  return rows.length;
}
