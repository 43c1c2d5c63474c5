import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fetchPicture } from '#adapters/google-picture.ts';

/** Of a whole download, in milliseconds. None that ends may reach it, however busy the machine is. */
const TIMEOUT = 15_000;

async function listen(answer: RequestListener) {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => asked };
}

const PNG = { 'content-type': 'image/png' };

test('fetches a picture from the configured origin', async () => {
  const { origin } = await listen((_request, response) => response.writeHead(200, PNG).end('the bytes'));
  expect(Buffer.from((await fetchPicture(`${origin}/a`, origin, TIMEOUT)) ?? []).toString()).toBe('the bytes');
});

test('sends no request to another origin', async () => {
  const { origin, asked } = await listen((_request, response) => response.writeHead(200, PNG).end('x'));
  for (const address of [`${origin}/a`, origin.replace('127.0.0.1', 'user@127.0.0.1'), 'file:///etc/passwd', 'x', ''])
    expect(await fetchPicture(address, 'https://lh3.googleusercontent.com', TIMEOUT)).toBeNull();
  expect(asked()).toBe(0);
});

const elsewhere = { location: 'http://127.0.0.1:9/' };
test.each<[string, RequestListener]>([
  ['a redirect', (_request, response) => response.writeHead(302, elsewhere).end()],
  ['an error', (_request, response) => response.writeHead(404, PNG).end('x')],
  ['something else', (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('x')],
  ['too much', (_request, response) => response.writeHead(200, PNG).end(Buffer.alloc(3 * 1_048_576))],
])('%s is no picture', async (_what, answer) => {
  const { origin, asked } = await listen(answer);
  expect(await fetchPicture(`${origin}/a`, origin, TIMEOUT)).toBeNull();
  expect(asked()).toBe(1);
});

test.each<[string, RequestListener]>([
  ['nothing', () => {}],
  ['a beginning', (_request, response) => response.writeHead(200, PNG).write('x')],
])('%s is no picture, and not waited for beyond the timeout', async (_what, answer) => {
  const deadline = new AbortController();
  // why: a real deadline may pass before the request has arrived, on a machine that stalls.
  const deadlines = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal);
  onTestFinished(() => deadlines.mockRestore());
  const { origin, asked } = await listen((request, response) => {
    answer(request, response);
    setTimeout(() => deadline.abort(), 50);
  });
  expect(await fetchPicture(`${origin}/a`, origin, TIMEOUT)).toBeNull();
  expect([asked(), deadlines.mock.calls]).toEqual([1, [[TIMEOUT]]]);
});
