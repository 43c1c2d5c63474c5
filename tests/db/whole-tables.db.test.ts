/** Whole tables by name, compared with Postgres' own catalogue. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MIGRATIONS } from '#db/migrations/list.ts';
import { initOrm } from '#db/orm.ts';
import { query } from '#db/query.ts';
import { addressAs } from '#db/roles.ts';
import {
  appliedMigrations,
  emptyTable,
  hasOtherConnections,
  hasRows,
  liftTimeouts,
  listColumns,
  listReferences,
  listTables,
  readRows,
  setTriggers,
  writeRows,
} from '#db/whole-tables.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { createPerson, createStage } from '#tests/harness/person.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
beforeAll(async () => {
  stage = await createStage();
  await createPerson(stage.context());
});
afterAll(() => stage.close());

const em = () => stage.orm.em.fork();
const ask = <Row extends object>(sql: string, parameters: unknown[] = []) => em().execute<Row[]>(sql, parameters);

it('lists the tables, their columns and their references', async () => {
  const tables = await ask<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'mikro%'`,
  );
  expect(await listTables(em())).toEqual(tables.map(({ name }) => name).sort());

  const columns = await ask<{ name: string; numbered: string; generated: string }>(
    `select column_name as name, is_identity as numbered, is_generated as generated from information_schema.columns
     where table_name in ('outages', 'files') order by table_name desc, ordinal_position`,
  );
  const listed = [...(await listColumns(em(), 'outages')), ...(await listColumns(em(), 'files'))];
  expect(listed).toEqual(
    columns
      .filter(({ generated }) => generated === 'NEVER')
      .map(({ name, numbered }) => ({ name, isNumbered: numbered === 'YES' })),
  );
  expect(listed[0]).toEqual({ name: 'id', isNumbered: true });

  const references = await ask<{ child: string; parent: string }>(
    `select k.table_name as child, u.table_name as parent from information_schema.table_constraints k
     join information_schema.constraint_table_usage u using (constraint_schema, constraint_name)
     where k.constraint_type = 'FOREIGN KEY'`,
  );
  const sorted = (pairs: { child: string; parent: string }[]) =>
    pairs.map(({ child, parent }) => `${child} -> ${parent}`).sort();
  expect(sorted(await listReferences(em()))).toEqual(sorted(references));
  expect(sorted(references)).toContain('sessions -> users');
});

it('names the migrations that were applied, in order, and none in an empty database', async () => {
  expect(await appliedMigrations(em())).toEqual(MIGRATIONS.map(({ name }) => name));
  const renamed = em().transactional(async (tx) => {
    await tx.execute('alter table mikro_orm_migrations rename to elsewhere');
    expect(await appliedMigrations(tx)).toEqual([]);
    throw new Error('as it was');
  });
  await expect(renamed).rejects.toThrow('as it was');
});

it('reads a table as lines and writes them back, numbers and bytes included', async () => {
  // More than one round trip of the cursor.
  await ask(
    `insert into outages (began_at, ended_at) select now() - n * interval '2 hours', now() - n * interval '1 hour' from generate_series(1, 120) n`,
  );
  for (const table of ['outages', 'users']) {
    const before = await ask(`select * from "${table}" order by id`);
    const after = em().transactional(async (tx) => {
      const lines: string[] = [];
      for await (const line of readRows(tx, table)) lines.push(line);
      await emptyTable(tx, table);
      expect(await hasRows(tx, table)).toBe(false);
      async function* batches() {
        yield lines.slice(0, 50);
        yield lines.slice(50);
      }
      expect(await writeRows(tx, table, batches())).toBe(before.length);
      expect(await hasRows(tx, table)).toBe(true);
      return tx.execute<object[]>(`select * from "${table}" order by id`);
    });
    expect(await after).toEqual(before);
  }
  await ask('delete from outages where id < 120');
  const [next] = await ask<{ id: string }>(
    `insert into outages (began_at, ended_at) values (now() - interval '1 hour', now()) returning id`,
  );
  expect(next).toEqual({ id: '121' });
});

it('switches the triggers of a table, and back', async () => {
  const enabled = async () =>
    (
      await ask<{ mode: string }>(
        `select distinct tgenabled as mode from pg_trigger where tgrelid = 'contents'::regclass and not tgisinternal`,
      )
    ).map(({ mode }) => mode);
  expect(await enabled()).toEqual(['O']);
  await setTriggers(em(), 'contents', 'disable');
  expect(await enabled()).toEqual(['D']);
  await setTriggers(em(), 'contents', 'enable');
  expect(await enabled()).toEqual(['O']);
});

it('lifts the timeouts for one transaction', async () => {
  const limits = (at: ReturnType<typeof em>) =>
    at.execute(
      `select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`,
    );
  const before = await limits(em());
  expect(before).not.toEqual([{ statement: '0', idle: '0' }]);
  await em().transactional(async (tx) => {
    await liftTimeouts(tx);
    expect(await limits(tx)).toEqual([{ statement: '0', idle: '0' }]);
  });
  expect(await limits(em())).toEqual(before);
});

it.each([
  ['a superuser', (url: string) => url],
  ['a role that may not see what the connections of others are', (url: string) => addressAs('backup', url)],
])('%s notices another connection', async (_, addressOf) => {
  const database = await createTestDatabase();
  const [one, other] = [await initOrm(addressOf(database.url), { pool: 1 }), await initOrm(database.url, { pool: 1 })];
  expect(await hasOtherConnections(one.em.fork())).toBe(false);
  await query(other.em.fork()).selectFrom('users').select('id').execute();
  expect(await hasOtherConnections(one.em.fork())).toBe(true);
  await other.close(true);
  await one.close(true);
  await database.drop();
});
