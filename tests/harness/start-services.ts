/** What tests and benchmarks stand on: a Postgres and an object store of their own, on free ports, in a folder that goes away. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#db/migrate.ts';
import { BINARIES, findBinary } from '#dev/binaries.ts';
import { administer } from './database.ts';
import { launchGateway } from './gateway.ts';
import { testObjects } from './objects.ts';
import { launchPostgres } from './postgres.ts';
import type { TestServices } from './services.ts';

const TEMPLATE = 'stillhere_template';

/** Starts them, with a database that has the newest schema to copy from. */
export async function startTestServices(): Promise<TestServices & { stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'stillhere-test-'));
  await chmod(folder, 0o755);
  const temporalBinary = await findBinary(BINARIES.temporal, () => {});
  const postgres = await launchPostgres(join(folder, 'postgres'));
  const { process: objects, env } = await launchGateway(folder);
  const store = testObjects({ env });
  await store.prepare();
  store.close();
  await administer(postgres.adminUrl, `create database ${TEMPLATE}`);
  await migrate(postgres.urlOf(TEMPLATE));
  return {
    postgresUrl: postgres.adminUrl,
    templateDatabase: TEMPLATE,
    temporalBinary,
    env,
    async stop() {
      await Promise.all([objects.kill('SIGTERM'), postgres.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
