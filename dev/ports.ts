import { randomInt } from 'node:crypto';
import { createConnection, createServer } from 'node:net';
import { listenerOn } from './processes.ts';
import { Plain } from './terminal.ts';

/** @returns whether nobody listens on the port, on whichever address of this machine */
async function isFree(port: number): Promise<boolean> {
  // Some systems let two programs share a port when one of them has it on one address only: ask as well as try.
  if (await answersOn(port)) return false;
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/**
 * @param variable what to set so that another port is used
 * @throws Plain naming the port, who wanted it, who has it where that can be known, and the variable
 */
export async function requireFree(port: number, part: string, variable: string): Promise<void> {
  if (await isFree(port)) return;
  throw new Plain(
    `Port ${port}, which ${part} needs, is taken by ${listenerOn(port) ?? 'another program'}: stop that one, or set ${variable} to a free port.`,
  );
}

/** Below those that systems give to outgoing connections: one of these could take a port before its server has it. */
const LOWEST = 20_000;
const HIGHEST = 32_000;

/** @returns so many ports that nobody listens on, and that no outgoing connection gets */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
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
