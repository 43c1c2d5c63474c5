/** What this machine knows of its processes. Linux tells by /proc, others by ps and lsof. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

const hasProc = existsSync('/proc/self/cmdline');
const LISTENS = '0A';

/** @returns the command line of a process, or null when there is no such process (any more) */
export function commandOf(pid: number): string | null {
  const command = hasProc ? read(`/proc/${pid}/cmdline`) : ask('ps', ['-o', 'command=', '-p', `${pid}`]);
  return command?.replaceAll('\0', ' ').trim() || null;
}

/** @returns the parent of a process, or null where that is not known */
export function parentOf(pid: number): number | null {
  // The name, in parentheses, may hold anything: what follows it is counted.
  const [, parent] = (read(`/proc/${pid}/stat`) ?? '').split(') ').at(-1)?.split(' ') ?? [];
  return Number(parent) || null;
}

/** @returns who listens on a port, as a person would recognise it, or null when that cannot be known */
export function listenerOn(port: number): string | null {
  const pid = hasProc ? pidBySocket(port) : Number(ask('lsof', ['-nP', '-t', `-iTCP:${port}`, '-sTCP:LISTEN']));
  const command = pid ? commandOf(pid) : null;
  return command === null ? null : `process ${pid}, "${command.slice(0, 60)}"`;
}

function pidBySocket(port: number): number | null {
  const hexPort = port.toString(16).toUpperCase().padStart(4, '0');
  const sockets = ['/proc/net/tcp', '/proc/net/tcp6']
    .flatMap((table) => (read(table) ?? '').split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => local?.endsWith(`:${hexPort}`) && state === LISTENS)
    .map((columns) => `socket:[${columns[9]}]`);
  if (sockets.length === 0) return null;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return Number(pids.find((pid) => filesOf(pid).some((file) => sockets.includes(file)))) || null;
}

/** What a process has open; nothing where it has ended meanwhile or is not ours to look into. */
function filesOf(pid: string): string[] {
  const folder = `/proc/${pid}/fd`;
  return orNothing(() => readdirSync(folder)).flatMap((name) => orNothing(() => [readlinkSync(`${folder}/${name}`)]));
}

function orNothing(list: () => string[]): string[] {
  try {
    return list();
  } catch {
    return [];
  }
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function ask(command: string, args: string[]): string | null {
  try {
    return (
      execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split('\n')[0] ?? null
    );
  } catch {
    return null;
  }
}
