/** The tables as Postgres itself describes them: a backup of any version needs no list of columns that could grow old. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { MIGRATIONS, MIGRATIONS_TABLE } from '#db/migrations/list.ts';

/**
 * Which store the engine has. Left out: whichever engine a restored database meets then is a new one, and is told
 * everything that is pending.
 */
const ENGINE_TABLE = 'engine_store';
/** Of the moment only, and no loss: counters of tries. */
const COUNTERS_TABLE = 'rate_limits';
/** What a process writes about itself as soon as it runs, and that it has heard of: an empty database may have them. */
const OWN_TABLES = [ENGINE_TABLE, COUNTERS_TABLE, 'heartbeats', 'outages', 'webhook_receipts', 'zone_rules'];

/** @returns the tables whose rows are kept, what others refer to first */
export async function keptTables(em: EntityManager): Promise<string[]> {
  const names = (await tables(em)).filter((name) => ![ENGINE_TABLE, COUNTERS_TABLE].includes(name));
  const references = await em.execute<{ child: string; parent: string }[]>(
    `select child.relname as child, parent.relname as parent
     from pg_constraint c join pg_class child on child.oid = c.conrelid join pg_class parent on parent.oid = c.confrelid
     where c.contype = 'f' and c.connamespace = 'public'::regnamespace and child.oid <> parent.oid`,
  );
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

/** @returns the migrations that were applied, in order; none in an empty database */
export async function appliedMigrations(em: EntityManager): Promise<string[]> {
  const [{ isThere } = { isThere: false }] = await em.execute<{ isThere: boolean }[]>(
    `select to_regclass('public.${MIGRATIONS_TABLE}') is not null as "isThere"`,
  );
  if (!isThere) return [];
  const rows = await em.execute<{ name: string }[]>(`select name from ${MIGRATIONS_TABLE} order by id`);
  return rows.map(({ name }) => name);
}

/** @returns the migrations that this version has, in order */
export function knownMigrations(): string[] {
  return MIGRATIONS.map(({ name }) => name);
}

/** @returns the first table with rows of people, or null */
export async function firstFilled(em: EntityManager): Promise<string | null> {
  for (const name of (await tables(em)).filter((one) => !OWN_TABLES.includes(one))) {
    const [row] = await em.execute<object[]>(`select 1 from "${name}" limit 1`);
    if (row) return name;
  }
  return null;
}

/** Empties what a process wrote about itself. */
export async function forgetProcesses(em: EntityManager): Promise<void> {
  const there = await tables(em);
  for (const name of OWN_TABLES.filter((one) => there.includes(one))) await em.execute(`delete from "${name}"`);
}

/** @returns the columns that are written, and those that Postgres numbers itself */
export async function columnsOf(em: EntityManager, table: string): Promise<{ name: string; isCounted: boolean }[]> {
  return em.execute(
    `select attname as name, attidentity <> '' as "isCounted" from pg_attribute
     where attrelid = ?::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [`public.${table}`],
  );
}

async function tables(em: EntityManager): Promise<string[]> {
  const rows = await em.execute<{ name: string }[]>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> ? order by tablename`,
    [MIGRATIONS_TABLE],
  );
  return rows.map(({ name }) => name);
}
