import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { CALLS_AT_ONCE } from '#adapters/lost-call.ts';

/** A provider that answers no call until as many as we make at once have arrived, and then each. */
export async function slowProvider(answer: (response: ServerResponse) => void) {
  const waiting: ServerResponse[] = [];
  const { promise: allArrived, resolve } = Promise.withResolvers<void>();
  let isOpen = false;
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      if (isOpen) return answer(response);
      waiting.push(response);
      if (waiting.length === CALLS_AT_ONCE) resolve();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    allArrived,
    open() {
      isOpen = true;
      for (const response of waiting) answer(response);
    },
  };
}
