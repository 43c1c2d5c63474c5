/** What each role of Postgres may do, asked of Postgres itself: a client connects as each. */
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { columnsOf, GRANTS, LETTERS, type Letter, lettersOf } from '#db/grants.ts';
import { migrate } from '#db/migrate.ts';
import { addressAs, ROLE_NAMES, ROLES } from '#db/roles.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { launchPostgres } from '#tests/harness/postgres.ts';

const REFUSED = '42501';
const TABLES = Object.keys(GRANTS) as (keyof typeof GRANTS)[];

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let owner: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  // A copy has the rights on tables of what it was copied from, and not those on the database.
  await migrate(database.url);
  owner = await connect(database.url);
});
afterAll(async () => {
  await owner?.end();
  await database?.drop();
});

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}

/** @returns the code of the error; null when the statement ran */
async function answerTo(client: Client, statement: string): Promise<string | null> {
  return client.query(statement).then(
    () => null,
    ({ code }: { code: string }) => code,
  );
}

/** A statement that needs this right alone, and finds no row. An insertion that is allowed fails for lack of values. */
const statementOf = (letter: Letter, table: string, column: string) =>
  ({
    S: `select from ${table} limit 0`,
    I: `insert into ${table} default values`,
    U: `update ${table} set ${column} = default where false`,
    D: `delete from ${table} where false`,
  })[letter];

async function firstColumns(): Promise<Map<string, string>> {
  const { rows } = await owner.query<{ name: string; column: string }>(
    `select table_name as name, column_name as column from information_schema.columns
     where table_schema = 'public' and ordinal_position = 1`,
  );
  return new Map(rows.map(({ name, column }) => [name, column]));
}

it('every table of the schema says what each role may do with it', async () => {
  const { rows } = await owner.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  expect(rows.map(({ name }) => name).sort()).toEqual([...TABLES].sort());
});

describe.each(ROLE_NAMES)('%s', (role) => {
  let client: Client;
  beforeAll(async () => {
    client = await connect(addressAs(role, database.url));
  });
  afterAll(() => client?.end());

  it('may do with each table what is granted, and is refused the rest', async () => {
    const columns = await firstColumns();
    const answers: string[] = [];
    for (const table of TABLES)
      for (const letter of LETTERS) {
        const answer = await answerTo(
          client,
          statementOf(letter, table, columnsOf(role, table)?.[0] ?? columns.get(table) ?? ''),
        );
        if (answer !== REFUSED) answers.push(`${table} ${letter}`);
      }
    expect(answers).toEqual(TABLES.flatMap((table) => lettersOf(role, table).map((letter) => `${table} ${letter}`)));
  });

  it.each([
    'truncate jobs',
    'create table mine (id integer)',
    'create temporary table mine (id integer)',
    'create schema mine',
    'create index mine on jobs (kind)',
    'alter table jobs add column mine integer',
    'alter table users disable trigger user',
    'drop table jobs',
    'create trigger mine before update on users for each row execute function suppress_redundant_updates_trigger()',
    'create function mine() returns integer language sql return 1',
    'create or replace function remove_job() returns trigger language plpgsql as $$ begin return null; end $$',
    'select from doomed_subscriptions',
    'select rolpassword from pg_authid',
    'create role mine login',
    `alter role ${ROLES.web} createdb`,
    'set role stillhere',
    ...ROLE_NAMES.filter((other) => other !== role).map((other) => `set role ${ROLES[other]}`),
    "copy jobs to '/tmp/jobs'",
    "copy (select 1) to program 'true'",
    "select pg_read_file('postgresql.conf')",
    'create database mine',
  ])('is refused: %s', async (statement) => {
    expect(await answerTo(client, statement)).toBe(REFUSED);
  });
});

it.each(['password_hash', 'email', 'name', 'id'])('the worker cannot change the %s of an account', async (column) => {
  expect(await asWorker(`update users set ${column} = ${column}`)).toBe(REFUSED);
});

it.each(['head', 'body', 'owner_id'])('the worker cannot change the %s of an item', async (column) => {
  expect(await asWorker(`update contents set ${column} = ${column}`)).toBe(REFUSED);
});

async function asWorker(statement: string): Promise<string | null> {
  const client = await connect(addressAs('worker', database.url));
  try {
    return await answerTo(client, statement);
  } finally {
    await client.end();
  }
}

it('there is no other role of ours: what decodes media has no database', async () => {
  const { rows } = await owner.query<{ name: string }>(
    "select rolname as name from pg_roles where rolname like 'stillhere\\_%' order by 1",
  );
  expect(rows.map(({ name }) => name)).toEqual(Object.values(ROLES).sort());
});

it('a right that is no longer granted is taken by the next migration', async () => {
  await owner.query(`grant insert, truncate on engine_store to ${ROLES.web}`);
  await owner.query('grant select on engine_store to public');
  await migrate(database.url);
  const web = await connect(addressAs('web', database.url));
  try {
    for (const statement of [
      'insert into engine_store default values',
      'truncate engine_store',
      'select from engine_store',
    ])
      expect([statement, await answerTo(web, statement)]).toEqual([statement, REFUSED]);
  } finally {
    await web.end();
  }
});

describe('on a server that asks for passwords', () => {
  let folder: string;
  let server: Awaited<ReturnType<typeof launchPostgres>>;
  let admin: Client;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stillhere-roles-'));
    await chmod(folder, 0o755);
    server = await launchPostgres(join(folder, 'postgres'));
    admin = await connect(server.adminUrl);
    await admin.query('create database stillhere');
    const file = join(folder, 'postgres', 'data', 'pg_hba.conf');
    const ask = Object.values(ROLES).map((role) => `host all ${role} 127.0.0.1/32 scram-sha-256\n`);
    await writeFile(file, `${ask.join('')}${await readFile(file, 'utf8')}`);
    await admin.query('select pg_reload_conf()');
  }, 120_000);
  afterAll(async () => {
    await admin?.end();
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const signIn = async (password: string) => {
    const client = new Client({ connectionString: addressAs('web', server.urlOf('stillhere'), password) });
    try {
      await client.connect();
      return 'in';
    } catch (error) {
      return (error as { code: string }).code;
    } finally {
      await client.end().catch(() => {});
    }
  };

  it('a role connects with the password that the migrations gave it last, and not before', async () => {
    const url = server.urlOf('stillhere');
    await migrate(url);
    expect(await signIn('the-first')).toMatch(/^28/);
    await migrate(url, undefined, { web: 'the-first' });
    expect([await signIn('the-first'), await signIn('the-second')]).toEqual(['in', '28P01']);
    await migrate(url);
    expect(await signIn('the-first')).toBe('in');
    await migrate(url, undefined, { web: 'the-second' });
    expect([await signIn('the-first'), await signIn('the-second')]).toEqual(['28P01', 'in']);
    const { rows } = await admin.query<{ name: string }>('select rolname as name from pg_roles where rolcanlogin');
    expect(rows.map(({ name }) => name).sort()).toEqual(['stillhere', ROLES.web]);
  });
});
