import { join } from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import { PLACE, readLines } from './files.ts';
import type { Manifest } from './manifest.ts';
import { columnsOf, forgetProcesses } from './tables.ts';

/** One statement takes rows until they have so many characters of JSON. */
const BATCH_CHARACTERS = 2_000_000;

/**
 * Writes the rows of a backup into empty tables of the same schema, in one transaction. What the triggers would do was
 * done when the rows were written first: sums are rows themselves.
 * @param gone keys of objects whose files were deleted while the backup was made: they are deleted here too
 */
export function fillTables(
  em: EntityManager,
  folder: string,
  { tables }: Manifest,
  gone: readonly string[],
): Promise<void> {
  return em.transactional(async (tx) => {
    await tx.execute('set local idle_in_transaction_session_timeout = 0');
    await forgetProcesses(tx);
    for (const { name, rows } of tables) {
      await tx.execute(`alter table "${name}" disable trigger user`);
      const count = await fillTable(tx, name, readLines(join(folder, PLACE.table(name))));
      if (count !== rows) throw new Error(`${name} has ${count} rows in the backup instead of ${rows}.`);
    }
    for (const { name } of tables) await tx.execute(`alter table "${name}" enable trigger user`);
    for (const key of gone) await tx.execute('delete from files where storage_key = ?', [key]);
  });
}

async function fillTable(tx: EntityManager, table: string, lines: AsyncIterable<string>): Promise<number> {
  const columns = await columnsOf(tx, table);
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const insert = `insert into "${table}" (${names}) overriding system value
    select ${names} from json_populate_recordset(null::"${table}", ?::json)`;
  let count = 0;
  for await (const batch of batches(lines)) {
    await tx.execute(insert, [`[${batch.join(',')}]`]);
    count += batch.length;
  }
  for (const { name } of columns.filter(({ isCounted }) => isCounted))
    await tx.execute(
      `select setval(pg_get_serial_sequence(?, ?), greatest(1, max("${name}")), max("${name}") is not null) from "${table}"`,
      [`public.${table}`, name],
    );
  return count;
}

async function* batches(lines: AsyncIterable<string>): AsyncGenerator<string[]> {
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
