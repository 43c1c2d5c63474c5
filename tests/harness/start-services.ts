/** What tests and benchmarks stand on: a Postgres and an object store of their own, on free ports, in a folder that goes away. */
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#db/migrate.ts';
import { BINARIES, findBinary } from '#dev/binaries.ts';
import { answersOn, freePorts } from '#dev/ports.ts';
import { administer } from './database.ts';
import { testObjects } from './objects.ts';
import { launchPostgres } from './postgres.ts';
import { TestProcess } from './process.ts';
import type { TestServices } from './services.ts';

const TEMPLATE = 'stillhere_template';
const [ACCESS_KEY, SECRET_KEY] = ['test', 'test-secret'];

/** Starts them, with a database that has the newest schema to copy from. */
export async function startTestServices(): Promise<TestServices & { stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'stillhere-test-'));
  await chmod(folder, 0o755);
  const silent = () => {};
  const [temporalBinary, versitygw] = await Promise.all([
    findBinary(BINARIES.temporal, silent),
    findBinary(BINARIES.versitygw, silent),
  ]);
  const postgres = await launchPostgres(join(folder, 'postgres'));
  const [objectsPort] = await freePorts(1);
  const objects = await startObjectStore(versitygw, folder, objectsPort ?? 0);
  const env = {
    S3_ENDPOINT: `http://127.0.0.1:${objectsPort}`,
    S3_ACCESS_KEY_ID: ACCESS_KEY,
    S3_SECRET_ACCESS_KEY: SECRET_KEY,
  };
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

async function startObjectStore(command: string, folder: string, port: number): Promise<TestProcess> {
  const [store, meta] = [join(folder, 'objects'), join(folder, 'meta')];
  await Promise.all([mkdir(store), mkdir(meta)]);
  const objects = new TestProcess({
    name: 'the object store',
    command,
    args: ['--quiet', '--port', `127.0.0.1:${port}`, 'posix', '--sidecar', meta, store],
    env: { ROOT_ACCESS_KEY: ACCESS_KEY, ROOT_SECRET_KEY: SECRET_KEY },
    isReady: () => answersOn(port),
  });
  return objects.start();
}
