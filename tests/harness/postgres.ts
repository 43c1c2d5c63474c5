import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#db/migrate.ts';
import { freePorts } from '#dev/ports.ts';
import { planPostgres } from '#dev/postgres.ts';
import { administer } from './database.ts';
import { TestProcess } from './process.ts';

/** Starts a Postgres on a folder. Without fsync: what a test kills is the server, never the machine. */
export async function launchPostgres(folder: string) {
  const [port = 0] = await freePorts(1);
  const plan = await planPostgres(folder, port, ['fsync=off']);
  const server = new TestProcess({ name: 'Postgres', ...plan, cwd: '/' });
  await server.start();
  const urlOf = (database: string) => `postgres://stillhere@127.0.0.1:${port}/${database}`;
  return { adminUrl: urlOf('postgres'), urlOf, server, stop: () => server.kill('SIGINT') };
}

/** A Postgres of one test's own, with the newest schema, that the test may restart. */
export async function startPostgres(): Promise<{ url: string; restart(): Promise<void>; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'stillhere-postgres-'));
  await chmod(folder, 0o755);
  const { urlOf, adminUrl, server } = await launchPostgres(join(folder, 'postgres'));
  await administer(adminUrl, 'create database stillhere');
  await migrate(urlOf('stillhere'));
  return {
    url: urlOf('stillhere'),
    async restart() {
      await server.kill('SIGINT');
      await server.start();
    },
    async stop() {
      await server.kill('SIGINT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
