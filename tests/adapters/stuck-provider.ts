import { type AddressInfo, createServer } from 'node:net';
import { onTestFinished, vi } from 'vitest';

/** How long the beginning of an answer has to reach the caller. An earlier deadline means the same. */
const BEGINNING = 50;

/**
 * A provider that gives the beginning of an answer and no more. The deadline of a call passes when the provider has the
 * call: on a machine that stalls, a real deadline may pass before the call was sent, and such a call means something else.
 */
export async function stuckProvider(beginning: string) {
  const deadline = new AbortController();
  const deadlines = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal);
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(beginning);
      setTimeout(() => deadline.abort(), BEGINNING);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    deadlines.mockRestore();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, deadlines };
}
