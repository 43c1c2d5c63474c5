/** The rows of a backup: which tables it has, and how they are written and filled. */
import { join } from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from '#db/query.ts';
import {
  emptyTable,
  hasRows,
  liftTimeouts,
  listReferences,
  listTables,
  readRows,
  setTriggers,
  writeRows,
} from '#db/whole-tables.ts';
import { PLACE, readLines, writeLines } from './files.ts';
import type { Manifest } from './manifest.ts';

/** Names the engine's store. Left out, so that a restored database treats its engine as new and tells it all that is pending. */
const ENGINE_TABLE = 'engine_store';
/** Counters of tries, which are worth nothing later. */
const COUNTERS_TABLE = 'rate_limits';
/** A running process writes these about itself, so an empty database may have rows in them. */
const PROCESS_TABLES = [
  ENGINE_TABLE,
  COUNTERS_TABLE,
  'heartbeats',
  'outages',
  'canary',
  'database_clock',
  'webhook_receipts',
  'zone_rules',
];
/** Of a person whose key was erased from the backup (erase-accounts.ts). */
const ERASED_KEY = Buffer.alloc(0);
/** A statement takes rows until they have this many characters of JSON. */
const BATCH_CHARACTERS = 2_000_000;

/** @returns the tables of a backup; each comes after the tables that it refers to */
async function backedUpTables(em: EntityManager): Promise<string[]> {
  const names = (await listTables(em)).filter((name) => ![ENGINE_TABLE, COUNTERS_TABLE].includes(name));
  const references = await listReferences(em);
  const ordered: string[] = [];
  while (ordered.length < names.length) {
    const next = names.filter(
      (name) =>
        !ordered.includes(name) && references.every(({ child, parent }) => child !== name || ordered.includes(parent)),
    );
    if (next.length === 0) throw new Error('The tables refer to each other in a circle.');
    ordered.push(...next);
  }
  return ordered;
}

/** Writes every table into a file of the backup; needs a transaction. @returns the tables as the manifest lists them */
export async function saveTables(tx: EntityManager, folder: string): Promise<Manifest['tables']> {
  const tables: Manifest['tables'] = [];
  for (const name of await backedUpTables(tx)) {
    let rows = 0;
    async function* counted(): AsyncGenerator<string> {
      for await (const line of readRows(tx, name)) {
        rows += 1;
        yield line;
      }
    }
    const written = await writeLines(join(folder, PLACE.table({ name })), counted());
    tables.push({ name, rows, ...written });
  }
  return tables;
}

/**
 * Writes the rows of a backup into empty tables of the same schema, in one transaction. Triggers do not run: what they
 * write, such as sums, is in the backup. Accounts whose keys were erased from the backup are deleted at the end.
 * @param gone keys of objects whose files were deleted while the backup was made; they are deleted here as well
 */
export function fillTables(
  em: EntityManager,
  folder: string,
  { tables }: Manifest,
  gone: readonly string[],
): Promise<void> {
  return em.transactional(async (tx) => {
    await liftTimeouts(tx);
    const existing = await listTables(tx);
    for (const name of PROCESS_TABLES.filter((one) => existing.includes(one))) await emptyTable(tx, name);
    for (const { name, file, rows } of tables) {
      await setTriggers(tx, name, 'disable');
      const count = await writeRows(tx, name, inBatches(readLines(join(folder, PLACE.table({ name, file })))));
      if (count !== rows) throw new Error(`${name} has ${count} rows in the backup instead of ${rows}.`);
    }
    for (const { name } of tables) await setTriggers(tx, name, 'enable');
    for (const key of gone) await query(tx).deleteFrom('files').where('storage_key', '=', key).execute();
    await query(tx).deleteFrom('users').where('wrapped_key', '=', ERASED_KEY).execute();
  });
}

async function* inBatches(lines: AsyncIterable<string>): AsyncGenerator<string[]> {
  let [batch, characters]: [string[], number] = [[], 0];
  for await (const line of lines) {
    batch.push(line);
    characters += line.length;
    if (characters < BATCH_CHARACTERS) continue;
    yield batch;
    [batch, characters] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

/** @returns a table with rows of people, or null */
export async function firstFilled(em: EntityManager): Promise<string | null> {
  for (const name of (await listTables(em)).filter((one) => !PROCESS_TABLES.includes(one)))
    if (await hasRows(em, name)) return name;
  return null;
}
