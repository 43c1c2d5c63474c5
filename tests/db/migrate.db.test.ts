/** Migrations, backups and pages side by side, with the locks of Postgres. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MikroORM } from '@mikro-orm/postgresql';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '#db/migrate.ts';
import { initOrm } from '#db/orm.ts';
import { appliedMigrations } from '#db/whole-tables.ts';
import { takeBackup } from '#services/backup/take-backup.ts';
import { newId } from '#services/ids.ts';
import { administer } from '#tests/harness/database.ts';
import { untilLockWait } from '#tests/harness/lock-waits.ts';
import { eventually } from '#tests/harness/process.ts';
import { testServices } from '#tests/harness/services.ts';
import { openVault, type Vault } from '#tests/vault/vault.ts';

/** It changes trusted_contacts, which needs that table alone. */
const NEXT = '0013-contact-mails';
/** It makes indexes outside of a transaction. */
const CONCURRENT = '0026-million-rows';

let vault: Vault;
let folder: string;
beforeAll(async () => {
  vault = await openVault();
  folder = await mkdtemp(join(tmpdir(), 'stillhere-migrate-'));
});
afterAll(async () => {
  await vault.close();
  await rm(folder, { recursive: true, force: true });
});

let url: string;
let orm: MikroORM;
/** A connection whose transaction keeps its locks until `letGo`. */
let holder: Client;
beforeEach(async () => {
  const { postgresUrl } = testServices();
  const name = `migrating_${newId().replaceAll('-', '')}`;
  await administer(postgresUrl, `create database ${name}`);
  url = Object.assign(new URL(postgresUrl), { pathname: `/${name}` }).href;
  await migrate(url, '0011-sms');
  orm = await initOrm(url, { pool: 5 });
  holder = new Client({ connectionString: url });
  await holder.connect();
});
afterEach(async () => {
  await holder.end();
  await orm.close(true);
});

const query = (sql: string) => orm.em.fork().execute<object[]>(sql);
const page = () => query('select id from trusted_contacts');
const hold = async (statement: string) => {
  await holder.query('begin');
  await holder.query(statement);
};
const letGo = () => holder.query('rollback');
const backUp = (name: string) =>
  takeBackup({ fork: () => orm.em.fork(), objects: vault.context().objects }, join(folder, name));

describe('a migration', () => {
  it('that waits for a table gives up after three seconds and tries again, so that pages go on', async () => {
    await hold('select 1 from trusted_contacts');
    const reasons: string[] = [];
    const migrating = migrate(url, NEXT, {}, (reason) => reasons.push(reason));
    await untilLockWait(query);
    // It comes after the migration and waits for it, but not for what the migration waits for.
    await page();
    await eventually(
      async () => reasons,
      ([reason]) => reason === 'A table is in use: trying again.',
    );
    await page();
    await letGo();
    expect(await migrating).toEqual(['0012-versions', NEXT]);
  });

  it('waits for the end of a backup, and pages wait for neither', async () => {
    // The backup gets as far as this table, and has read others.
    await hold('lock table zone_rules in access exclusive mode');
    const backup = backUp('before');
    await untilLockWait(query);
    const reasons: string[] = [];
    const migrating = migrate(url, NEXT, {}, (reason) => reasons.push(reason));
    await eventually(
      async () => reasons,
      ([reason]) => reason !== undefined,
    );
    expect(reasons).toEqual(['A backup or another migration is under way: waiting for its end.']);
    await page();
    expect(await appliedMigrations(orm.em.fork())).not.toContain(NEXT);
    await letGo();
    expect((await backup).manifest.migrations.at(-1)).toBe('0011-sms');
    expect(await migrating).toEqual(['0012-versions', NEXT]);
  });

  it('that ends between two migrations leaves the first, and the next run does the rest', async () => {
    await hold('select 1 from trusted_contacts');
    const ended = expect(migrate(url, NEXT)).rejects.toThrow();
    await untilLockWait(query);
    await query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    await ended;
    expect((await appliedMigrations(orm.em.fork())).at(-1)).toBe('0012-versions');
    await letGo();
    expect(await migrate(url, NEXT)).toEqual([NEXT]);
  });

  it('makes an index again that a lost connection left unfinished', async () => {
    await migrate(url, '0025-engine-store');
    await hold('lock table deliveries in row exclusive mode');
    const ended = expect(migrate(url, CONCURRENT)).rejects.toThrow();
    const unfinished = "select 1 from pg_index where not indisvalid and indrelid = 'deliveries'::regclass";
    await untilLockWait(query);
    expect(await query(unfinished)).toHaveLength(1);
    await query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    await ended;
    await letGo();
    expect(await migrate(url, CONCURRENT)).toEqual([CONCURRENT]);
    expect(await query(unfinished)).toEqual([]);
  });
});

it('a backup waits for the end of a migration, and has the schema after it', async () => {
  await hold('select 1 from trusted_contacts');
  const migrating = migrate(url, NEXT);
  await untilLockWait(query);
  const backup = backUp('after');
  await letGo();
  expect(await migrating).toEqual(['0012-versions', NEXT]);
  expect((await backup).manifest.migrations.at(-1)).toBe(NEXT);
});
