/** Erases the keys of deleted accounts from backups: then nobody can open what those have of them, with any master key. */
import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { deleteBatch } from '#db/delete-batch.ts';
import { ago } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { liftTimeouts, lockBackups } from '#db/whole-tables.ts';
import { DAY } from '#domain/time/durations.ts';
import { masterKeyOf } from '#services/crypto/keyring.ts';
import { PLACE, readLines, requireUnchanged, writeLines } from './files.ts';
import { BackupRefused, type Manifest, readManifest, writeManifest } from './manifest.ts';

/** How long a deleted account is remembered: as long as an operator has to erase it from the backups. */
export const REMEMBERED = 90 * DAY;

const USERS = 'users';
/** As Postgres writes bytes: none, in place of a key. */
const ERASED = '\\x';

const userRow = z.looseObject({ id: z.uuid(), wrapped_key: z.string().startsWith(ERASED) });
type UserRow = z.output<typeof userRow>;

/** What became of one backup. */
export interface Erasure {
  /** How many keys were erased. */
  erased: number;
  /** Whether accounts may be in it whose deletion is no longer remembered. */
  isTooOld: boolean;
}

/**
 * Erases from one backup the key of each account that was deleted since. It may end at any moment; run it again then.
 * @param em of the database that the backup was made from, or that was restored from it
 * @param folder of a finished backup
 * @throws BackupRefused before anything was changed: the backup is damaged or of another system, or another run has not ended
 */
export function eraseAccounts(em: EntityManager, folder: string): Promise<Erasure> {
  return em.transactional(async (tx) => {
    await liftTimeouts(tx);
    if (!(await lockBackups(tx))) throw new BackupRefused('Another run of this command has not ended.');
    const manifest = await readManifest(folder);
    await requireOwn(tx, folder, manifest);
    const deleted = await query(tx).selectFrom('erased_accounts').select('id').execute();
    const { now, oldest } = await query(tx)
      .selectNoFrom([ago(0).as('now'), ago(REMEMBERED).as('oldest')])
      .executeTakeFirstOrThrow();
    const isTooOld = new Date(manifest.erasedAt ?? manifest.takenAt) < oldest;
    // Once too old, always: a later run does not know what this one missed.
    const erasedAt = isTooOld ? manifest.erasedAt : now.toISOString();
    const erased = await rewriteUsers(folder, { ...manifest, erasedAt }, new Set(deleted.map(({ id }) => id)));
    return { erased, isTooOld };
  });
}

/** With another database nobody would be found, and the backup would pass for one without deleted accounts. */
async function requireOwn(tx: EntityManager, folder: string, { keys }: Manifest): Promise<void> {
  const [someone] = keys;
  if (!someone) return;
  const { known } = await query(tx)
    .selectNoFrom((eb) =>
      eb
        .or([
          eb.exists(eb.selectFrom('users').select('id').where('id', '=', someone.owner)),
          eb.exists(eb.selectFrom('erased_accounts').select('id').where('id', '=', someone.owner)),
        ])
        .as('known'),
    )
    .executeTakeFirstOrThrow();
  if (!known) throw new BackupRefused(`The database does not know the people in ${folder}: it is another system's.`);
}

/**
 * Writes the table of users anew and under a new name, so that the manifest, which changes in one step, always names a whole
 * one. Only then the file with the keys is deleted.
 * @returns how many keys it erased
 */
async function rewriteUsers(folder: string, manifest: Manifest, deleted: ReadonlySet<string>): Promise<number> {
  const before = manifest.tables.find(({ name }) => name === USERS);
  if (!before) throw new BackupRefused(`The backup in ${folder} has no table of users.`);
  await requireUnchanged(folder, PLACE.table(before), before);
  const file = `${USERS}.${randomBytes(4).toString('hex')}`;
  const found = new Found();
  const written = await writeLines(
    join(folder, PLACE.table({ ...before, file })),
    found.linesWithout(deleted, join(folder, PLACE.table(before))),
  );
  const after = found.erased > 0 ? { ...before, ...written, file } : before;
  const tables = manifest.tables.map((table) => (table.name === USERS ? after : table));
  await writeManifest(folder, { ...manifest, tables, keys: found.keys });
  await removeOthers(join(folder, PLACE.table(after)));
  return found.erased;
}

/** Also what a run left that ended in the middle: it may have keys. */
async function removeOthers(current: string): Promise<void> {
  const tables = dirname(current);
  for (const name of await readdir(tables))
    if (name.startsWith(`${USERS}.`) && name !== basename(current)) await rm(join(tables, name));
}

/** What is in a table of users, once it was read to its end. */
class Found {
  erased = 0;
  readonly #keys = new Map<string, Manifest['keys'][number]>();

  /** @returns the lines of the table, with no key of a deleted account */
  async *linesWithout(deleted: ReadonlySet<string>, path: string): AsyncGenerator<string> {
    for await (const line of readLines(path)) {
      const row = userRow.parse(JSON.parse(line));
      if (row.wrapped_key === ERASED) yield line;
      else if (deleted.has(row.id)) {
        this.erased += 1;
        yield JSON.stringify({ ...row, wrapped_key: ERASED });
      } else {
        this.#count(row);
        yield line;
      }
    }
  }

  /** The master keys that the backup still needs: the manifest's own list may have the key of a deleted account. */
  get keys(): Manifest['keys'] {
    return [...this.#keys.values()].toSorted((a, b) => b.people - a.people);
  }

  #count({ id: owner, wrapped_key }: UserRow): void {
    const wrapped = Buffer.from(wrapped_key.slice(ERASED.length), 'hex');
    const id = masterKeyOf(wrapped);
    const key = this.#keys.get(id) ?? { id, people: 0, owner, wrapped: wrapped.toString('base64') };
    this.#keys.set(id, { ...key, people: key.people + 1 });
  }
}

/** Forgets the accounts that were deleted so long ago that no backup has them. @returns whether there may be more */
export function forgetErasedAccounts(em: EntityManager): Promise<boolean> {
  return deleteBatch(em, 'erased_accounts', (eb) => eb('erased_at', '<', ago(REMEMBERED)));
}
