import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { type EntityManager, IsolationLevel } from '@mikro-orm/postgresql';
import type { ObjectStore } from '#services/ports/object-store.ts';
import { copyObjects, type ObjectsCopied } from './copy-objects.ts';
import { makeFolder, PLACE, writeLines } from './files.ts';
import { BackupRefused, type Manifest, writeManifest } from './manifest.ts';
import { appliedMigrations, keptTables } from './tables.ts';

/** So many rows are fetched at once. A letter can have megabytes. */
const ROWS = 50;

/** What a backup is made from. */
export interface BackupSource {
  fork(): EntityManager;
  objects: ObjectStore;
}

/** What came of it. */
export interface Taken {
  manifest: Manifest;
  /** Files whose row is there and whose object is not: lost before this backup. */
  lost: string[];
}

/**
 * Writes everything that people keep into a folder that does not exist yet: first the rows, of one moment, then the
 * objects that they refer to. What is uploaded meanwhile is in the next backup; what is deleted meanwhile is noted as
 * gone. Ciphertext stays ciphertext: no key is needed, and none is in it.
 * @param folder appears only when it is whole
 * @throws BackupRefused when something is there already
 */
export async function takeBackup(source: BackupSource, folder: string): Promise<Taken> {
  const target = resolve(folder);
  if (((await readdir(target).catch(() => [])) as string[]).length > 0)
    throw new BackupRefused(`${target} is not empty: each backup gets a folder of its own.`);
  await makeFolder(dirname(target));
  const unfinished = await mkdtemp(join(dirname(target), `${basename(target)}.unfinished-`));
  try {
    await mkdir(join(unfinished, 'tables'));
    const rows = await writeRows(source.fork(), unfinished);
    const { lost, ...objects } = await copyObjects(source, unfinished);
    const manifest: Manifest = { format: 1, ...rows, objects: objectsOf(objects) };
    await writeManifest(unfinished, manifest);
    await rename(unfinished, target);
    return { manifest, lost };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

function objectsOf({ count, bytes, list }: Omit<ObjectsCopied, 'lost'>): Manifest['objects'] {
  return { count, bytes, list };
}

/** All tables as they were in one moment, while everybody goes on. */
function writeRows(em: EntityManager, folder: string): Promise<Omit<Manifest, 'format' | 'objects'>> {
  return em.transactional(
    async (tx) => {
      // A slow disk and a large table are no reason to be thrown out in the middle.
      await tx.execute('set local idle_in_transaction_session_timeout = 0');
      await tx.execute('set local statement_timeout = 0');
      const [{ now } = { now: '' }] = await tx.execute<{ now: string }[]>(
        `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now`,
      );
      const tables: Manifest['tables'] = [];
      for (const name of await keptTables(tx)) {
        let rows = 0;
        const written = await writeLines(
          join(folder, PLACE.table(name)),
          counted(linesOf(tx, name), () => rows++),
        );
        tables.push({ name, rows, ...written });
      }
      return { takenAt: now, migrations: await appliedMigrations(tx), tables, keys: await wrappingKeys(tx) };
    },
    { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true },
  );
}

async function* counted(lines: AsyncIterable<string>, count: () => void): AsyncGenerator<string> {
  for await (const line of lines) {
    count();
    yield line;
  }
}

/** Each row as JSON, in one line, as Postgres writes it and reads it again: nothing of it passes through our own types. */
async function* linesOf(tx: EntityManager, table: string): AsyncGenerator<string> {
  await tx.execute(`declare kept_rows no scroll cursor for select row_to_json(t)::text as line from "${table}" t`);
  for (;;) {
    const rows = await tx.execute<{ line: string }[]>(`fetch ${ROWS} from kept_rows`);
    for (const { line } of rows) yield line;
    if (rows.length < ROWS) break;
  }
  await tx.execute('close kept_rows');
}

/** Which keys of the ring it needs, and something to try each of them on. */
async function wrappingKeys(tx: EntityManager): Promise<Manifest['keys']> {
  const rows = await tx.execute<{ id: Buffer; people: string; owner: string; wrapped: Buffer }[]>(
    `select key as id, count(*) as people, (array_agg(id order by id))[1] as owner, (array_agg(wrapped_key order by id))[1] as wrapped
     from (select id, wrapped_key, substring(wrapped_key from 3 for get_byte(wrapped_key, 1)) as key from users) u
     group by key order by 2 desc, 1`,
  );
  return rows.map(({ id, people, owner, wrapped }) => ({
    id: id.toString('utf8'),
    people: Number(people),
    owner,
    wrapped: wrapped.toString('base64'),
  }));
}
