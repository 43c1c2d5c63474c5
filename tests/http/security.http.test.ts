/** What holds for every address there is, read from the tables of contents of pages and calls. */
import { createHash } from 'node:crypto';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATIONS } from '#app/api/operations.ts';
import routes from '#app/routes.ts';
import { rawRequest } from './raw.ts';
import { startWeb, type Web } from './web.ts';

const APP_ORIGIN = 'https://stillhere.example';
const SOME_ID = '01980000-0000-7000-8000-000000000000';
const UNSAFE = ['POST', 'PUT', 'PATCH', 'DELETE'];
/** What no cookie lets in: a token, the secret in the address, or a signature does. */
const WITHOUT_COOKIE = /^\/(api|m|stop|unsubscribe|webhooks)\//;

let web: Web;
beforeAll(async () => {
  web = await startWeb({ APP_ORIGIN, NODE_ENV: 'production', TRUSTED_PROXIES: '0' });
});
afterAll(() => web?.stop());

function addressesOf(entries: RouteConfigEntry[], above = ''): string[] {
  return entries.flatMap(({ path, children }) => {
    const own = path === undefined ? above : `${above}/${path.replace(/:\w+/g, SOME_ID).replace('*', 'nowhere')}`;
    return [...(path === undefined ? [] : [own]), ...addressesOf(children ?? [], own)];
  });
}

const PAGES = addressesOf(routes as RouteConfigEntry[]).filter((path) => !WITHOUT_COOKIE.test(path));

const FENCE = {
  'content-security-policy': expect.stringMatching(/^default-src 'none';.*frame-ancestors 'none'/),
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
  'referrer-policy': expect.stringMatching(/^(same-origin|no-referrer)$/),
  'x-content-type-options': 'nosniff',
};

/** But for the data of a page, which only our own script reads, as UTF-8. The router sets its type last. */
const TEXT_WITHOUT_CHARSET = /^(text\/(?!x-script)|[^;]*\+xml)(?!.*; *charset=utf-8)/i;

describe('is fenced in:', () => {
  test.each([
    ['a page', 'GET', '/auth', 200],
    ['a page that does not exist', 'GET', '/nowhere', 404],
    ['a redirect', 'GET', '/dashboard', 302],
    ['the data of a page', 'GET', '/dashboard.data', 202],
    ['a page without scripts', 'GET', '/auth/forgot', 200],
    ['a letter that does not exist', 'GET', '/m/x', 404],
    ['a call', 'GET', '/api/public/contents', 200],
    ['a call that is refused', 'GET', '/api/auth/me', 401],
    ['a call that does not exist', 'GET', '/api/nowhere', 404],
    ['the description of the calls', 'GET', '/api/openapi.json', 200],
    ['a form from elsewhere', 'POST', '/auth', 403],
    ['a webhook that is refused', 'POST', '/webhooks/sendgrid', 403],
    ['another that is refused', 'POST', '/webhooks/twilio', 403],
    ['health', 'GET', '/healthz', 200],
    ['an icon', 'GET', '/favicon.svg', 200],
    ['an icon that the browser has', 'HEAD', '/favicon.svg', 200],
    ['the style sheet of letters', 'GET', '/static-pages/base.css', 200],
    ['the service worker', 'GET', '/offline-worker.js', 200],
    ['the page that it keeps', 'GET', '/offline', 200],
    ['what search engines ask first', 'GET', '/robots.txt', 200],
    ['what a phone keeps us by', 'GET', '/site.webmanifest', 200],
  ])('%s', async (_what, method, path, status) => {
    const response = await web.overSocket.visitor().send(path, { method });
    expect([response.status, Object.fromEntries(response.headers)]).toEqual([status, expect.objectContaining(FENCE)]);
    expect(response.headers.get('content-security-policy')).not.toMatch(/unsafe-|\*|https?:/);
    expect(response.headers.get('content-type') ?? '').not.toMatch(TEXT_WITHOUT_CHARSET);
  });

  test('a script of the build, and what is refused before any page', async () => {
    const page = await (await web.visitor().get('/auth')).text();
    const script = /href="(\/assets\/[^"]*\.js)"/.exec(page)?.[1] ?? '';
    const { headers } = await web.overSocket.visitor().get(script);
    expect(Object.fromEntries(headers)).toMatchObject({ ...FENCE, 'content-type': 'text/javascript; charset=utf-8' });
    const trace = await rawRequest(web.origin, 'TRACE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    for (const name of Object.keys(FENCE)) expect(trace.text.toLowerCase()).toContain(`\r\n${name}: `);
  });
});

test('the service worker may call only us', async () => {
  const { headers } = await web.overSocket.visitor().get('/offline-worker.js');
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'; frame-ancestors 'none'");
});

test.each(['/create', `/content/${SOME_ID}/seal`])('%s names the script that seals with its hash', async (path) => {
  const helena = await web.person();
  const { headers } = await helena.post('/create', { title: 'For Ana', content: 'Dear Ana,' });
  const id = headers.get('location')?.split('=')[1] ?? '';
  const page = await helena.get(path.replace(SOME_ID, id));
  expect(page.headers.get('content-security-policy')).toContain("worker-src 'self' blob:;");
  const [, src = '', integrity] =
    /(\/assets\/seal-worker-[\w-]+\.js)\W+integrity\W+(sha256-[\w+/]+=)/.exec(await page.text()) ?? [];
  const script = Buffer.from(await (await web.overSocket.visitor().get(src)).arrayBuffer());
  expect(`sha256-${createHash('sha256').update(script).digest('base64')}`).toBe(integrity);
});

describe('a request from another site', () => {
  test('the pages are all there', () => {
    for (const path of ['/auth', '/profile', '/logout', '/auth/forgot', `/dashboard/open/${SOME_ID}`])
      expect(PAGES).toContain(path);
  });

  test.each(PAGES)('changes nothing at %s', async (path) => {
    for (const address of [path, `${path}.data`]) {
      for (const method of UNSAFE) {
        const headers = { 'sec-fetch-site': 'cross-site', origin: APP_ORIGIN };
        const { status } = await web.visitor().send(address, { method, headers, body: new URLSearchParams() });
        expect([address, method, status]).toEqual([address, method, 403]);
      }
    }
  });
});

test('a form that a PDF sends from the viewer changes nothing, although it comes from our origin', async () => {
  const person = await web.person();
  for (const dest of ['embed', 'object']) {
    const headers = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': dest, origin: APP_ORIGIN };
    const { status } = await person.send('/emergency/check-in', {
      method: 'POST',
      headers,
      body: new URLSearchParams(),
    });
    expect([dest, status]).toEqual([dest, 403]);
  }
});

test('a cookie alone does nothing at any call that takes a token', async () => {
  const person = await web.person();
  const calls = OPERATIONS.filter(({ auth }) => auth === 'token');
  expect(calls.length).toBeGreaterThan(20);
  for (const { method, path } of calls) {
    const headers = { origin: APP_ORIGIN, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
    const body = method === 'GET' ? null : '{}';
    const { status } = await person.send(`/api${path.replace(/\{\w+\}/g, SOME_ID)}`, { method, headers, body });
    expect([method, path, status]).toEqual([method, path, 401]);
  }
  expect((await person.get('/dashboard')).status).toBe(200);
});

describe('nobody is sent elsewhere', () => {
  test.each(['Host: evil.example', `Host: x\r\nX-Forwarded-Host: evil.example\r\nForwarded: host=evil.example`])(
    'by %j',
    async (host) => {
      for (const path of ['/dashboard', '/auth', '/nowhere', '/shared']) {
        const answer = await rawRequest(web.origin, `GET ${path} HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`);
        expect(answer.text).not.toContain('evil.example');
      }
    },
  );

  test.each(['https://evil.example//evil.example', 'https://evil.example/\\evil.example', 'javascript:alert(1)', 'x'])(
    'by the page that they came from, %j',
    async (referer) => {
      const person = await web.person();
      const response = await person.post('/profile/email/confirm', {}, { referer });
      expect(new URL(response.headers.get('location') ?? '', APP_ORIGIN).origin).toBe(APP_ORIGIN);
      expect(response.status).toBe(302);
    },
  );
});
