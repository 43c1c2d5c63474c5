/** A program of an owner, on this machine: it listens on a real socket, and answers what a test tells it to. */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { httpWebhooks } from '#adapters/webhooks.ts';
import type { WebhookSender } from '#services/ports/webhooks.ts';

/** One message, as it came. */
interface Received {
  method: string;
  id: string;
  /** In seconds since 1970. */
  timestamp: string;
  signature: string;
  body: string;
}

/** @param statuses what it answers, one after the other; the last for all others */
export async function startReceiver(statuses: readonly number[]) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('');
    const told = (name: string) => `${request.headers[name]}`;
    const [id, timestamp, signature] = [told('webhook-id'), told('webhook-timestamp'), told('webhook-signature')];
    received.push({ method: `${request.method}`, id, timestamp, signature, body });
    response.writeHead(statuses[received.length - 1] ?? statuses.at(-1) ?? 200).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/hook`, received };
}

/** @returns the signature that a receiver works out for itself, from the words of the standard and the secret that it was given */
export function expectedSignature(secret: string, { id, timestamp, body }: Received): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

/**
 * The sender of the worker.
 * @param toLocalhost as `npm run dev` sets it, and production refuses it
 */
export function realSender(toLocalhost = true): WebhookSender {
  return httpWebhooks({ resolve: async () => ['127.0.0.1'], deadline: () => AbortSignal.timeout(10_000), toLocalhost });
}
