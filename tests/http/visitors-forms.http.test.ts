/** What people without an account may send: they are answered before it has come, and nothing of it is held. */
import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { MEGABYTE } from '#domain/content/content.ts';
import { rawRequest } from './raw.ts';
import { startWeb, type Web } from './web.ts';

const VISITORS_MAX = 256 * 1_024;
const SIGNED_IN_MAX = 2 * MEGABYTE;
const FORM = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' };
/** Behind signing in. */
const PAGES = ['/schedule', '/create', '/profile', '/emergency'];

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

const formHead = (path: string, lines: string[]) =>
  [
    `POST ${path} HTTP/1.1`,
    'host: x',
    ...Object.entries(FORM).map(([name, value]) => `${name}: ${value}`),
    ...lines,
    '\r\n',
  ].join('\r\n');

/** Sends what is given and no more. @returns what is answered, as soon as it says what is wanted */
async function heardAfter(sent: string, wanted: RegExp): Promise<{ heard: string; socket: Socket }> {
  const socket = connect(Number(new URL(web.origin).port), '127.0.0.1');
  socket.on('error', () => {});
  socket.write(sent);
  let heard = '';
  for await (const data of socket.iterator({ destroyOnReturn: false })) {
    heard += data;
    if (wanted.test(heard)) break;
  }
  return { heard, socket };
}

const signedIn = async () => {
  const { cookies } = await web.person();
  return `cookie: session=${cookies.get('session')}`;
};

describe('a form to a page behind signing in, from a visitor', () => {
  test.each(PAGES)('is answered on %s before any of it has come, and the connection ends with it', async (path) => {
    const { heard, socket } = await heardAfter(
      formHead(path, [`content-length: ${24 * MEGABYTE}`]),
      /reload this page/,
    );
    expect(heard).toMatch(/^HTTP\/1\.1 401 [\s\S]*\r\nconnection: close\r\n/i);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.resume();
    await closed;
  });

  test('is not shown again, and tells how to send it once signed in', async () => {
    const answer = await web.visitor().post('/create', { title: 'For Ana', content: 'Every word of this.' });
    const page = await answer.text();
    expect(answer.status).toBe(401);
    expect(page).not.toContain('Every word');
    expect(page).toContain('Keep this page open: nothing you typed is lost. Sign in (new tab), then come back here');
  });

  test.each(PAGES)('is not held while it comes to %s', async (path) => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    // Collecting garbage is no reason to cut off a body as too slow.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    const pieces: WeakRef<Uint8Array>[] = [];
    const held: number[] = [];
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          if (pieces.length % 8 === 0) {
            // A weak reference holds until the end of its turn of the event loop.
            await new Promise(setImmediate);
            collectGarbage();
            held.push(pieces.filter((piece) => piece.deref()).length);
          }
          if (pieces.length === 24) return controller.close();
          const piece = new Uint8Array(MEGABYTE);
          pieces.push(new WeakRef(piece));
          controller.enqueue(piece);
        },
      },
      { highWaterMark: 0 },
    );
    const headers = { ...FORM, 'content-length': `${24 * MEGABYTE}` };
    const answer = await web.fetch(path, { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
    expect(answer.status).toBe(401);
    await answer.text();
    expect(held).toHaveLength(4);
    // Those that are on their way through the streams.
    expect(Math.max(...held)).toBeLessThan(4);
  });
});

test('a GET with a body is answered, and its connection ends', async () => {
  const head = 'GET /healthz HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n';
  expect((await rawRequest(web.origin, head)).status).toBe(200);
});

describe('the limit of a form', () => {
  test.each([
    ['/auth', VISITORS_MAX],
    ['/auth/forgot', VISITORS_MAX],
    ['/pricing/subscribe', VISITORS_MAX],
    ['/theme', VISITORS_MAX],
  ])('%s: one byte more than %i is refused before it has come', async (path, max) => {
    const { heard, socket } = await heardAfter(formHead(path, [`content-length: ${max + 1}`]), /Please send less/);
    socket.destroy();
    expect(heard).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('is higher behind signing in: what is within is read, what is beyond is refused', async () => {
    const cookie = await signedIn();
    const { heard, socket } = await heardAfter(
      formHead('/profile', [cookie, `content-length: ${SIGNED_IN_MAX + 1}`]),
      /Please send less/,
    );
    socket.destroy();
    expect(heard).toMatch(/^HTTP\/1\.1 413 /);
    const body = Buffer.alloc(SIGNED_IN_MAX, 'x');
    const head = formHead('/profile', [cookie, `content-length: ${body.length}`, 'connection: close']);
    expect((await rawRequest(web.origin, head, body)).status).toBe(422);
  });

  test('holds as well where no length is announced', async () => {
    const head = formHead('/auth', ['transfer-encoding: chunked', 'connection: close']);
    const chunked = (size: number) => Buffer.from(`${size.toString(16)}\r\n${'x'.repeat(size)}\r\n0\r\n\r\n`);
    expect((await rawRequest(web.origin, head, chunked(VISITORS_MAX))).status).toBe(422);
    // This client listens only when it has sent everything, as browsers do.
    expect((await rawRequest(web.origin, head, chunked(8 * MEGABYTE))).status).toBe(413);
  });

  test('is shown to a recipient as a page, as every other refusal is', async () => {
    const answer = await web.fetch('/m/nothing-is-here', {
      method: 'POST',
      body: new URLSearchParams({ intent: 'x'.repeat(VISITORS_MAX) }),
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([413, 'text/html; charset=utf-8']);
    expect(await answer.text()).toContain('This is too large to send at once.');
  });
});

describe('a call', () => {
  const callHead = (lines: string[], path: string) =>
    [`POST ${path} HTTP/1.1`, 'host: x', 'content-type: application/json', ...lines, '\r\n'].join('\r\n');

  test.each([
    ['without a token', '/api/content/upload', [], 401],
    ['without a token, a file', '/api/content/upload-file', [], 401],
    ['that needs none, beyond the limit of visitors', '/api/auth/login', [], 413],
  ])('%s is answered before its body has come', async (_what, path, lines, status) => {
    const { heard, socket } = await heardAfter(callHead([...lines, 'content-length: 1000000'], path), /"code":"/);
    socket.destroy();
    expect(heard).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [\\s\\S]*application/problem\\+json`));
  });
});
