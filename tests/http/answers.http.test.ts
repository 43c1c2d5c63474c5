/** What every answer carries, and what it never does. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawRequest } from './raw.ts';
import { startWeb, type Web } from './web.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

describe('every answer', () => {
  const ADDRESSES = [
    '/',
    '/auth',
    '/auth?mode=sign-up',
    '/dashboard',
    '/create',
    '/schedule',
    '/schedule?new',
    '/nowhere',
    '/m/x',
    '/healthz',
    '/readyz',
    '/auth.data',
    '/dashboard.data',
  ];

  test.each(ADDRESSES)('%s has the security headers', async (path) => {
    const person = await web.person();
    const response = await (path === '/' || path.startsWith('/auth') ? web.visitor() : person).get(path);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'cache-control': expect.stringMatching(/no-store|no-cache/),
    });
    expect(response.headers.get('strict-transport-security')).toBeNull();
    expect(response.headers.get('x-powered-by')).toBeNull();
  });

  test.each(['/auth', '/auth?mode=sign-up', '/dashboard', '/create', '/schedule?new'])(
    '%s runs only what carries its nonce',
    async (path) => {
      const person = await web.person();
      const visitor = path.startsWith('/auth') ? web.visitor() : person;
      const nonces: (string | undefined)[] = [];
      for (const _ of [1, 2]) {
        const response = await visitor.get(path);
        const policy = response.headers.get('content-security-policy') ?? '';
        const page = await response.text();
        const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
        nonces.push(nonce);
        for (const [tag] of page.matchAll(/<script[^>]*>/g)) expect(tag).toContain(`nonce="${nonce}"`);
      }
      expect(nonces[0]).toMatch(/^[A-Za-z0-9+/]{22}==$/);
      expect(nonces[0]).not.toBe(nonces[1]);
    },
  );

  test.each(['/', '/auth', '/auth?mode=sign-up', '/shared', '/pricing', '/dashboard', '/schedule?new', '/nowhere'])(
    '%s has no inline styles and handlers, and loads nothing from others',
    async (path) => {
      const person = await web.person();
      const response = await (path === '/' || path.startsWith('/auth') ? web.visitor() : person).get(path);
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy).not.toMatch(/unsafe-|\*|https?:/);
      expect(policy).toContain("default-src 'none'");
      const page = await response.text();
      expect(page).not.toMatch(/\sstyle=|<style|\son[a-z]+="/i);
      // Nobody loads a page's canonical address.
      const loaded = page.replace(/<link rel="canonical" [^>]*>/, '');
      expect(loaded).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    },
  );

  test('the application leaves a page that it does not draw to the browser', async () => {
    const person = await web.person();
    const visitor = web.visitor();
    for (const [asker, path, to] of [
      [person, '/pricing.data?to=%2Fschedule', '/pricing?to=%2Fschedule'],
      [person, '/shared.data?_routes=routes%2Fshared', '/shared'],
      [visitor, '/_.data', '/'],
    ] as const) {
      const { status, headers } = await asker.get(path);
      const reload = headers.get('x-remix-reload-document');
      expect([path, status, headers.get('x-remix-redirect'), reload]).toEqual([path, 204, to, 'true']);
    }
  });

  test('after signing in, the whole page is loaded, and the answer before it has no body that the browser stops reading', async () => {
    const { email } = await web.person();
    const { status, headers } = await web.visitor().post('/auth.data', { email, password: 'stillhere' });
    expect([status, headers.get('x-remix-reload-document')]).toEqual([204, 'true']);
    expect(headers.get('x-remix-redirect')).toMatch(/^\/dashboard#session_id=/);
    expect(headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toContain('session');
  });

  test('a page comes compressed, its style sheet before its scripts, with the scripts of the next page', async () => {
    const response = await web.overSocket.visitor().get('/auth', { 'accept-encoding': 'br' });
    const page = await response.text();
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(page).toMatch(/<script nonce="[^"]+"[^>]*>addEventListener\("load",[^<]+"\/assets\/dashboard-[\w-]+\.js"/);
    const saving = await web.visitor().get('/auth', { 'save-data': 'on' });
    expect(await saving.text()).not.toContain('addEventListener("load"');
    const [first, ...others] = page.match(/<link [^>]*rel="(stylesheet|preload|modulepreload)"[^>]*>/g) ?? [];
    expect(first).toContain('rel="stylesheet"');
    const scripts = others.filter((link) => link.includes('modulepreload'));
    expect(scripts.length).toBeGreaterThan(3);
  });

  test('files of the build are cached for a year, compressed; others are revalidated', async () => {
    const page = await (await web.visitor().get('/auth')).text();
    const script = /href="(\/assets\/entry\.client[^"]*\.js)"/.exec(page)?.[1] ?? '';
    const response = await fetch(`${web.origin}${script}`, { headers: { 'accept-encoding': 'br' } });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'br',
      vary: 'Accept-Encoding',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    const icon = await fetch(`${web.origin}/favicon.svg`);
    expect(icon.headers.get('cache-control')).toBe('public, max-age=3600');
    const again = await fetch(`${web.origin}/favicon.svg`, {
      headers: { 'if-none-match': icon.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  test.each([
    '/../package.json',
    '/%2e%2e/package.json',
    '/..%2f..%2fpackage.json',
    '/assets/../../server/index.js',
    '/.env',
    '/assets/',
    '/.vite/manifest.json',
  ])('nothing outside of the build is served: %s', async (path) => {
    expect((await rawRequest(web.origin, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).status).toBe(
      404,
    );
  });
});

describe('error pages', () => {
  test('an unknown address: our own page says what happened and leads back', async () => {
    const response = await web.visitor().get('/nowhere/at/all');
    const page = await response.text();
    expect(response.status).toBe(404);
    expect(page).toContain('There’s no page at this address.');
    expect(page).toContain('Back to Stillhere');
    expect(page).toContain('<title>');
  });

  test('an unknown address that is sent a form', async () => {
    expect((await web.visitor().post('/nowhere')).status).toBe(405);
  });

  test('a form sent from elsewhere', async () => {
    const response = await web.visitor().send('/auth', { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } });
    expect(await response.text()).toContain('Back to Stillhere');
  });
});
