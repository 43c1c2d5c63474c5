import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { fetchPicture } from '#adapters/google-picture.ts';

const TIMEOUT = 300;

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
  ['nothing', () => {}],
  ['a beginning', (_request, response) => response.writeHead(200, PNG).write('x')],
])('%s is no picture', async (_what, answer) => {
  const { origin, asked } = await listen(answer);
  expect(await fetchPicture(`${origin}/a`, origin, TIMEOUT)).toBeNull();
  expect(asked()).toBe(1);
});
