import { freePorts } from '#dev/ports.ts';
import { planPostgres } from '#dev/postgres.ts';
import { TestProcess } from './process.ts';

/**
 * Starts a Postgres on a folder. Without fsync: a test kills the server, never the machine.
 * @param settings further server settings, `name=value`
 */
export async function launchPostgres(folder: string, settings: string[] = []) {
  const [port = 0] = await freePorts(1);
  const plan = await planPostgres(folder, port, ['fsync=off', ...settings]);
  const server = new TestProcess({ name: 'Postgres', ...plan, cwd: '/' });
  await server.start();
  const urlOf = (database: string) => `postgres://stillhere@127.0.0.1:${port}/${database}`;
  return { adminUrl: urlOf('postgres'), urlOf, server, stop: () => server.kill('SIGINT') };
}
