/**
 * Whole tables by name, as Postgres itself describes them. Backups use these: one of any version needs no list of columns
 * that could become outdated. The typed builder cannot name a table that is known at run time only, so this is SQL.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { MIGRATIONS_TABLE } from './migrations/list.ts';
import { query } from './query.ts';

/** Rows of a cursor per round trip. A letter can have megabytes. */
const FETCHED_ROWS = 50;

/** @returns all tables but the one of the migrations, by name */
export async function listTables(em: EntityManager): Promise<string[]> {
  const rows = await run<{ name: string }>(
    em,
    sql`select tablename as name from pg_tables where schemaname = 'public' and tablename <> ${MIGRATIONS_TABLE} order by tablename`,
  );
  return rows.map(({ name }) => name);
}

/** A foreign key from one table to another. */
export interface Reference {
  child: string;
  parent: string;
}

/** @returns the foreign keys between different tables */
export function listReferences(em: EntityManager): Promise<Reference[]> {
  return run<Reference>(
    em,
    sql`select child.relname as child, parent.relname as parent
     from pg_constraint c join pg_class child on child.oid = c.conrelid join pg_class parent on parent.oid = c.confrelid
     where c.contype = 'f' and c.connamespace = 'public'::regnamespace and child.oid <> parent.oid`,
  );
}

/** @returns the migrations that were applied, in order; none in an empty database */
export async function appliedMigrations(em: EntityManager): Promise<string[]> {
  const [table] = await run<{ exists: boolean }>(
    em,
    sql`select to_regclass(${`public.${MIGRATIONS_TABLE}`}) is not null as exists`,
  );
  if (!table?.exists) return [];
  const rows = await run<{ name: string }>(em, sql`select name from ${sql.id(MIGRATIONS_TABLE)} order by id`);
  return rows.map(({ name }) => name);
}

export async function hasRows(em: EntityManager, table: string): Promise<boolean> {
  const rows = await run(em, sql`select 1 from ${sql.id(table)} limit 1`);
  return rows.length > 0;
}

export async function emptyTable(em: EntityManager, table: string): Promise<void> {
  await run(em, sql`delete from ${sql.id(table)}`);
}

/**
 * Reads a table with a cursor; needs a transaction.
 * @returns each row as JSON in one line, as Postgres writes and reads it: no type of ours can change it
 */
export async function* readRows(tx: EntityManager, table: string): AsyncGenerator<string> {
  await run(
    tx,
    sql`declare whole_table no scroll cursor for select row_to_json(t)::text as line from ${sql.id(table)} t`,
  );
  for (;;) {
    const rows = await run<{ line: string }>(tx, sql`fetch ${sql.lit(FETCHED_ROWS)} from whole_table`);
    for (const { line } of rows) yield line;
    if (rows.length < FETCHED_ROWS) break;
  }
  await run(tx, sql`close whole_table`);
}

/**
 * Writes rows into a table with the same columns, also into columns that Postgres numbers itself.
 * @param batches the lines of `readRows`, each batch for one statement
 * @returns how many rows it wrote
 */
export async function writeRows(
  tx: EntityManager,
  table: string,
  batches: AsyncIterable<readonly string[]>,
): Promise<number> {
  const columns = await listColumns(tx, table);
  const names = sql.join(columns.map(({ name }) => sql.id(name)));
  let count = 0;
  for await (const batch of batches) {
    await run(
      tx,
      sql`insert into ${sql.id(table)} (${names}) overriding system value
       select ${names} from json_populate_recordset(null::${sql.id(table)}, ${`[${batch.join(',')}]`}::json)`,
    );
    count += batch.length;
  }
  for (const { name } of columns.filter(({ isNumbered }) => isNumbered)) await restartNumbers(tx, table, name);
  return count;
}

/** The next number is one above the highest. */
async function restartNumbers(tx: EntityManager, table: string, column: string): Promise<void> {
  const highest = sql`max(${sql.id(column)})`;
  await run(
    tx,
    sql`select setval(pg_get_serial_sequence(${`public.${table}`}, ${column}), greatest(1, ${highest}), ${highest} is not null)
     from ${sql.id(table)}`,
  );
}

/** A column that can be written. */
export interface Column {
  name: string;
  /** Whether Postgres numbers the rows. */
  isNumbered: boolean;
}

/** @returns a table's columns in order, without generated ones */
export function listColumns(em: EntityManager, table: string): Promise<Column[]> {
  return run<Column>(
    em,
    sql`select attname as name, attidentity <> '' as "isNumbered" from pg_attribute
     where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
     order by attnum`,
  );
}

/** Switches a table's own triggers; foreign keys stay checked. */
export async function setTriggers(tx: EntityManager, table: string, state: 'enable' | 'disable'): Promise<void> {
  await run(tx, sql`alter table ${sql.id(table)} ${sql.raw(state)} trigger user`);
}

/** Lets this transaction take as long as a slow disk and a large table need. */
export async function liftTimeouts(tx: EntityManager): Promise<void> {
  await run(tx, sql`set local idle_in_transaction_session_timeout = 0`);
  await run(tx, sql`set local statement_timeout = 0`);
}

/** @returns whether anything else is connected to this database */
export async function hasOtherConnections(em: EntityManager): Promise<boolean> {
  const others = await run(
    em,
    sql`select 1 from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       -- Of another role's connections, only a superuser sees what they are. A background process has no role.
       and (backend_type = 'client backend' or (backend_type is null and usesysid is not null))`,
  );
  return others.length > 0;
}

/** @returns whether this transaction, until its end, is the only one that may change backups */
export async function lockBackups(tx: EntityManager): Promise<boolean> {
  const rows = await run<{ is_locked: boolean }>(
    tx,
    sql`select pg_try_advisory_xact_lock(hashtext('stillhere-backups')) as is_locked`,
  );
  return rows[0]?.is_locked === true;
}

async function run<Row = object>(em: EntityManager, statement: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await statement.execute(query(em));
  return rows as Row[];
}
