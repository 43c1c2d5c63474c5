/** The services for tests and benchmarks: a Postgres and an object store, on free ports, in a temporary folder. */
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#db/migrate.ts';
import { initOrm } from '#db/orm.ts';
import { BINARIES, findBinary } from '#dev/binaries.ts';
import { seed } from '#dev/seed.ts';
import { Keyring } from '#services/crypto/keyring.ts';
import type { ObjectStore } from '#services/ports/object-store.ts';
import { administer, ROLE_PASSWORDS } from './database.ts';
import { launchGateway } from './gateway.ts';
import { testObjects } from './objects.ts';
import { launchPostgres } from './postgres.ts';
import type { Template, TestServices } from './services.ts';

const NO_SENDING_CAPS = {
  LIMIT_NEW_RECIPIENTS_PER_DAY: '0',
  LIMIT_MESSAGES_PER_ADDRESS_PER_DAY: '0',
  LIMIT_PENDING: '0',
};
const masterKeys = () => `test:${randomBytes(32).toString('base64')}`;

/** Starts them, with a database of the newest schema to copy from. */
export async function startTestServices(): Promise<TestServices & { stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'stillhere-test-'));
  await chmod(folder, 0o755);
  const temporalBinary = await findBinary(BINARIES.temporal, () => {});
  const postgres = await launchPostgres(join(folder, 'postgres'));
  const { process: objects, env } = await launchGateway(folder);
  const empty: Template = { database: 'stillhere_empty', masterKeys: masterKeys() };
  await administer(postgres.adminUrl, `create database ${empty.database}`);
  await migrate(postgres.urlOf(empty.database), undefined, ROLE_PASSWORDS);
  const seeded: Template = { database: 'stillhere_seeded', masterKeys: masterKeys() };
  await administer(postgres.adminUrl, `create database ${seeded.database} template ${empty.database}`);
  await plantSeed(postgres.urlOf(seeded.database), seeded.masterKeys, testObjects({ env }));
  return {
    postgresUrl: postgres.adminUrl,
    empty,
    seeded,
    temporalBinary,
    // Tests write to thousands of people; those about a cap set it.
    env: { ...env, DNS_SERVERS: 'off', ...NO_SENDING_CAPS },
    async stop() {
      await Promise.all([objects.kill('SIGTERM'), postgres.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function plantSeed(url: string, keys: string, objects: ObjectStore): Promise<void> {
  const orm = await initOrm(url, { pool: 2 });
  await objects.prepare();
  await seed({ em: orm.em.fork(), keyring: new Keyring(keys), objects, now: new Date() });
  objects.close();
  await orm.close(true);
}
