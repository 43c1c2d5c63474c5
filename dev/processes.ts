/** Facts about the machine's processes: from /proc on Linux, from ps and lsof elsewhere. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

const hasProc = existsSync('/proc/self/cmdline');
const LISTENS = '0A';

/** @returns the command line of a process; null when it does not exist */
export function commandOf(pid: number): string | null {
  const command = hasProc ? read(`/proc/${pid}/cmdline`) : output('ps', ['-o', 'command=', '-p', `${pid}`]);
  return command?.replaceAll('\0', ' ').trim() || null;
}

/** @returns the parent of a process; null when it is unknown */
export function parentOf(pid: number): number | null {
  // The name, in parentheses, may contain spaces, so the fields after it are counted.
  const [, parent] = (read(`/proc/${pid}/stat`) ?? '').split(') ').at(-1)?.split(' ') ?? [];
  return Number(parent) || null;
}

/** @returns the process that listens on a port, with its command; null when it is unknown */
export function listenerOn(port: number): string | null {
  const pid = hasProc ? pidBySocket(port) : Number(output('lsof', ['-nP', '-t', `-iTCP:${port}`, '-sTCP:LISTEN']));
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

/** @returns the open files of a process; none if it has ended, or belongs to another user */
function filesOf(pid: string): string[] {
  const folder = `/proc/${pid}/fd`;
  return listOrEmpty(() => readdirSync(folder)).flatMap((name) =>
    listOrEmpty(() => [readlinkSync(`${folder}/${name}`)]),
  );
}

function listOrEmpty(list: () => string[]): string[] {
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

function output(command: string, args: string[]): string | null {
  try {
    return (
      execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split('\n')[0] ?? null
    );
  } catch {
    return null;
  }
}
