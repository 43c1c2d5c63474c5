import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listenerOn } from './processes.ts';
import { ExplainedError } from './terminal.ts';

/** @returns whether no program listens on the port, at any address of this machine */
async function isFree(port: number): Promise<boolean> {
  // Some systems let two programs share a port if one uses a single address, so a connection is tried, too.
  if (await answersOn(port)) return false;
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/**
 * @param part the name of the part that needs it
 * @param variable the environment variable that changes the port
 * @throws ExplainedError that names the port, the part, the program that uses it if known, and the variable
 */
export async function requireFree(port: number, part: string, variable: string): Promise<void> {
  if (await isFree(port)) return;
  throw new ExplainedError(
    `Port ${port}, which ${part} needs, is taken by ${listenerOn(port) ?? 'another program'}: stop that one, or set ${variable} to a free port.`,
  );
}

/** Below the ports of outgoing connections: one of those could take a port before its server does. */
const LOWEST = 20_000;
const HIGHEST = 32_000;

/**
 * A file for each port, with the id of the process that took it: between the choice and the start of a server, nothing
 * listens. Each user has a folder, since others may not write there.
 */
const TAKEN = join(tmpdir(), `stillhere-ports-${process.getuid?.() ?? 0}`);
const taken = new Set<string>();
process.once('exit', () => {
  for (const file of taken) rmSync(file, { force: true });
});

/**
 * Chooses ports for servers of this process or its children.
 * @returns ports on which no program listens, which no outgoing connection gets, and which no other process of ours has
 *   chosen and still needs
 * @throws when the record of chosen ports cannot be written
 */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(LOWEST, HIGHEST);
    if (take(port) && (await isFree(port))) ports.add(port);
  }
  return [...ports];
}

/** @returns whether the port is this process's until it ends */
function take(port: number): boolean {
  const file = join(TAKEN, `${port}`);
  mkdirSync(TAKEN, { recursive: true });
  if (hasOwner(file)) return false;
  rmSync(file, { force: true });
  try {
    writeFileSync(file, `${process.pid}`, { flag: 'wx' });
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
  taken.add(file);
  return true;
}

/** @returns whether the process that took a port still runs; a killed one leaves its file behind */
function hasOwner(file: string): boolean {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null;
}

/** @returns whether something listens on the port of this machine */
export function answersOn(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    socket.setTimeout(1_000, () => socket.destroy());
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });
}
