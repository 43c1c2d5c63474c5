import type { EntityManager } from '@mikro-orm/postgresql';
import type { Keyring } from '#services/crypto/keyring.ts';

const BATCH = 500;

/** What became of the keys of all people. */
export interface Rotated {
  /** Wrapped anew by this run. */
  rewrapped: number;
  /** Whose key no longer opens, although the ring has the key that wrapped it: nothing was changed for them. */
  broken: string[];
}

/** A key is still needed that the ring does not have. */
export class KeyMissing extends Error {
  override readonly name = 'KeyMissing';
}

interface Row {
  id: string;
  wrapped_key: Buffer;
}

/**
 * Wraps the key of each person with the newest key of the ring. Nothing that people keep is touched, and every process
 * goes on, as long as its ring has the newest key. It can be ended at any moment, and be run again or twice at once.
 * @param onProgress hears how many have been wrapped so far, after each batch
 * @throws KeyMissing before anything was changed
 */
export async function rotateKeys(
  em: EntityManager,
  keyring: Keyring,
  onProgress: (rewrapped: number) => void = () => {},
): Promise<Rotated> {
  await requireKnown(em, keyring);
  const broken: string[] = [];
  let rewrapped = 0;
  for (let after: string | null = null; ; ) {
    const people: Row[] = await nextPeople(em, after);
    const changes = people.flatMap((person) => change(keyring, person, broken));
    if (changes.length > 0) {
      rewrapped += await write(em, changes);
      onProgress(rewrapped);
    }
    after = people.at(-1)?.id ?? null;
    if (after === null) return { rewrapped, broken };
  }
}

/**
 * @returns how many people's keys are wrapped by which key, by its name
 */
export async function countWrappings(em: EntityManager): Promise<{ id: string; people: number }[]> {
  // The wrapping begins with a version, the length of the name, and the name.
  const rows = await em.execute<{ id: Buffer; people: string }[]>(
    `select substring(wrapped_key from 3 for get_byte(wrapped_key, 1)) as id, count(*) as people
     from users group by 1 order by 2 desc`,
  );
  return rows.map(({ id, people }) => ({ id: id.toString('utf8'), people: Number(people) }));
}

async function requireKnown(em: EntityManager, keyring: Keyring): Promise<void> {
  const missing = (await countWrappings(em)).filter(({ id }) => !keyring.ids.includes(id));
  if (missing.length === 0) return;
  const which = missing.map(({ id, people }) => `"${id}" (${people} ${people === 1 ? 'person' : 'people'})`);
  throw new KeyMissing(
    `MASTER_KEYS lacks a key that still wraps the keys of people: ${which.join(', ')}. Nothing was changed. Add it to the end of the ring and run this again.`,
  );
}

/** Ids grow with time: whoever signs up meanwhile comes last. */
function nextPeople(em: EntityManager, after: string | null): Promise<Row[]> {
  return em.execute<Row[]>(
    'select id, wrapped_key from users where ?::uuid is null or id > ?::uuid order by id limit ?',
    [after, after, BATCH],
  );
}

interface Change {
  id: string;
  old: Buffer;
  wrapped: Buffer;
}

function change(keyring: Keyring, { id, wrapped_key: old }: Row, broken: string[]): Change[] {
  if (keyring.isNewest(old)) return [];
  try {
    return [{ id, old, wrapped: keyring.rewrap(old, id) }];
  } catch {
    broken.push(id);
    return [];
  }
}

/** Only what is still as it was read: another run may have been faster. */
async function write(em: EntityManager, changes: readonly Change[]): Promise<number> {
  const rows = await em.execute<{ id: string }[]>(
    `update users set wrapped_key = v.wrapped
     from (values ${changes.map(() => '(?::uuid, ?::bytea, ?::bytea)').join(', ')}) as v (id, old, wrapped)
     where users.id = v.id and users.wrapped_key = v.old returning users.id`,
    changes.flatMap(({ id, old, wrapped }) => [id, old, wrapped]),
  );
  return rows.length;
}
