/** Calls to addresses that anyone may have chosen: over real sockets, with names that lead where a test says. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer as createHttp, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, createServer as createTcp } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { dnsAddresses } from '#adapters/dns.ts';
import { httpWebhooks, type WebhookOptions } from '#adapters/webhooks.ts';
import { CERTIFICATE, KEY, NAME } from './certificate.ts';
import { startNameServer } from './name-server.ts';

const BODY = '{"type":"test"}';
/** No test waits for it: those about a deadline end their call themselves. */
const FAR = () => new AbortController().signal;

async function listening(server: Server, host = '127.0.0.1', port = 0): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A program behind a certificate that the sender of the test trusts. @returns its address, and what it was sent */
async function receiver(answer: RequestListener, host?: string, port?: number) {
  const requests: { request: IncomingMessage; body: string }[] = [];
  const server = createServer({ key: KEY, cert: CERTIFICATE }, async (request, response) => {
    const body = (await request.toArray()).join('');
    requests.push({ request, body });
    answer(request, response);
  });
  const at = await listening(server, host, port);
  return { url: `https://${NAME}:${at}/hook?a=b`, port: at, requests };
}

/** why: the network is a port, and a test decides where a name leads. Loopback stands for the public internet. */
const sender = (options: Partial<WebhookOptions> = {}) =>
  httpWebhooks({
    resolve: async () => ['127.0.0.1'],
    isAllowed: (address) => address === '127.0.0.1',
    deadline: FAR,
    toLocalhost: false,
    ca: CERTIFICATE,
    ...options,
  });
const post = (url: string, options: Partial<WebhookOptions> = {}) =>
  sender(options).post({ url, headers: { 'webhook-id': 'm1', 'content-type': 'application/json' }, body: BODY });

describe('a message', () => {
  test('is posted to the checked address by the name, and the status is the answer', async () => {
    const { url, requests } = await receiver((_, response) => void response.writeHead(204).end());
    expect(await post(url)).toEqual({ kind: 'answered', status: 204, retryAfter: null });
    const [{ request, body } = { request: null, body: '' }] = requests;
    expect([request?.method, request?.url, body]).toEqual(['POST', '/hook?a=b', BODY]);
    expect(request?.headers).toMatchObject({ 'webhook-id': 'm1', 'content-length': `${BODY.length}` });
    expect(request?.headers.host).toContain(NAME);
  });

  test('says how long to wait, in seconds or as a date', async () => {
    const { url } = await receiver((_, response) => void response.writeHead(429, { 'retry-after': '120' }).end());
    expect(await post(url)).toEqual({ kind: 'answered', status: 429, retryAfter: 120_000 });
  });

  test.each([301, 302, 307, 308])('follows no redirect: %s is an answer', async (status) => {
    const inside = await receiver((_, response) => void response.end());
    const { url } = await receiver(
      (_, response) => void response.writeHead(status, { location: `https://127.0.0.1:${inside.port}/admin` }).end(),
    );
    expect(await post(url)).toMatchObject({ kind: 'answered', status });
    expect(inside.requests).toEqual([]);
  });
});

describe('the address', () => {
  const refused = { kind: 'failed', failure: 'address-refused' };

  test.each([
    ['loopback', ['127.0.0.1']],
    ['private', ['10.0.0.5']],
    ['the metadata of clouds', ['169.254.169.254']],
    ['mapped into IPv6', ['::ffff:127.0.0.1']],
    ['loopback of IPv6', ['::1']],
    ['one public and one private', ['93.184.216.34', '192.168.0.7']],
  ])('that is %s is not called', async (_, addresses) => {
    const { port, requests } = await receiver((_request, response) => void response.end());
    const sent = httpWebhooks({ resolve: async () => addresses, deadline: FAR, toLocalhost: false });
    expect(await sent.post({ url: `https://${NAME}:${port}/`, headers: {}, body: BODY })).toEqual(refused);
    expect(requests).toEqual([]);
  });

  test.each(['https://127.0.0.1', 'https://[::1]', 'https://2130706433'])('%s itself is not called', async (origin) => {
    const { port, requests } = await receiver((_request, response) => void response.end());
    const sent = httpWebhooks({ resolve: async () => ['93.184.216.34'], deadline: FAR, toLocalhost: false });
    expect(await sent.post({ url: `${origin}:${port}/`, headers: {}, body: BODY })).toEqual(refused);
    expect(requests).toEqual([]);
  });

  test('of a name is asked for once: a second answer that is private gains nothing', async () => {
    const open = await receiver((_, response) => void response.writeHead(200).end());
    const inside = await receiver((_, response) => void response.writeHead(200).end(), '127.0.0.2', open.port);
    let asked = 0;
    const resolve = async () => (asked++ === 0 ? ['127.0.0.1'] : ['127.0.0.2']);
    expect(await post(open.url, { resolve })).toMatchObject({ status: 200 });
    expect([asked, open.requests.length, inside.requests.length]).toEqual([1, 1, 0]);
    expect(await post(open.url, { resolve })).toEqual(refused);
    expect(inside.requests).toEqual([]);
  });

  test('is never called without TLS, except this machine where that is allowed', async () => {
    const server = createHttp((_, response) => void response.writeHead(200).end());
    const port = await listening(server);
    expect(await post(`http://${NAME}:${port}/`)).toEqual(refused);
    expect(await post(`http://localhost:${port}/`)).toEqual(refused);
    expect(await post(`http://localhost:${port}/`, { toLocalhost: true })).toMatchObject({ status: 200 });
  });

  test('that no name server knows is none', async () => {
    const names = await startNameServer({ 'four.example': { A: '192.0.2.7' }, 'silent.example': null });
    onTestFinished(names.stop);
    const resolve = dnsAddresses({ servers: [names.address], timeout: 15_000 });
    expect(await resolve('four.example')).toEqual(['192.0.2.7']);
    expect(await post(`https://gone.example/`, { resolve })).toEqual({ kind: 'failed', failure: 'no-address' });
    const impatient = dnsAddresses({ servers: [names.address], timeout: 50 });
    expect(await impatient('silent.example')).toEqual([]);
    expect(await dnsAddresses({ servers: null, timeout: 50 })('four.example')).toEqual([]);
  });
});

describe('a program that is slow, huge or broken', () => {
  test('that never answers is given up at the deadline', async () => {
    const controller = new AbortController();
    const { url } = await receiver(() => controller.abort());
    expect(await post(url, { deadline: () => controller.signal })).toEqual({ kind: 'failed', failure: 'time-out' });
  });

  test('whose name is never found is given up at the deadline', async () => {
    const controller = new AbortController();
    const resolve = () => {
      queueMicrotask(() => controller.abort());
      return new Promise<never>(() => {});
    };
    const answer = await post(`https://${NAME}/`, { resolve, deadline: () => controller.signal });
    expect(answer).toEqual({ kind: 'failed', failure: 'time-out' });
  });

  test('whose answer never ends has answered: its status counts', async () => {
    const controller = new AbortController();
    const { url } = await receiver((_, response) => response.writeHead(200).write('wait'));
    // Then the sender hears of the answer, in the same turn.
    const onAnswer = () => queueMicrotask(() => controller.abort());
    subscribe('http.client.response.finish', onAnswer);
    onTestFinished(() => void unsubscribe('http.client.response.finish', onAnswer));
    expect(await post(url, { deadline: () => controller.signal })).toMatchObject({ kind: 'answered', status: 200 });
  });

  test('that sends without end is cut off', async () => {
    const closed = Promise.withResolvers<void>();
    const { url } = await receiver((_, response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384)));
      };
      response.on('drain', more).on('close', () => closed.resolve());
      more();
    });
    expect(await post(url)).toMatchObject({ kind: 'answered', status: 200 });
    await closed.promise;
  });

  test('whose headers are huge has not answered', async () => {
    const { url } = await receiver(
      (_, response) => void response.writeHead(200, { x: 'x'.repeat(15_000), y: 'y'.repeat(15_000) }).end(),
    );
    expect(await post(url)).toEqual({ kind: 'failed', failure: 'no-connection' });
  });

  test('whose certificate nobody vouches for is not told anything', async () => {
    const { url, requests } = await receiver((_, response) => void response.end());
    expect(await post(url, { ca: undefined })).toEqual({ kind: 'failed', failure: 'certificate' });
    expect(await post(url.replace(NAME, 'other.example'))).toEqual({ kind: 'failed', failure: 'certificate' });
    expect(requests).toEqual([]);
  });

  test('that speaks no TLS is not told anything', async () => {
    const port = await listening(createHttp((_, response) => void response.end()));
    expect(await post(`https://${NAME}:${port}/`)).toEqual({ kind: 'failed', failure: 'certificate' });
  });

  test('that resets the connection has not answered', async () => {
    const server = createTcp((socket) => socket.resetAndDestroy());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    expect(await post(`https://${NAME}:${port}/`)).toEqual({ kind: 'failed', failure: 'no-connection' });
  });
});
