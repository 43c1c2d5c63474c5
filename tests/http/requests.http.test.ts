/** What a request may be: where it comes from, how large it is, what it carries. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawRequest } from './raw.ts';
import { startWeb, type Web } from './web.ts';

const MEGABYTE = 1_048_576;

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

const target = (response: Response) =>
  response.status === 302 ? (response.headers.get('location')?.replace(/[\w-]{48}$/, '…') ?? null) : null;

describe('a form from another site', () => {
  const foreign: [string, Record<string, string>][] = [
    ['another site, says the browser', { 'sec-fetch-site': 'cross-site' }],
    ['another site of the same owner', { 'sec-fetch-site': 'same-site' }],
    ['nobody: typed or bookmarked', { 'sec-fetch-site': 'none' }],
    ['another site, whatever Origin claims', { 'sec-fetch-site': 'cross-site', origin: 'OURS' }],
    ['an old browser, another origin', { origin: 'https://evil.example' }],
    ['an old browser, our host with another scheme', { origin: 'https://localhost' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['no word of where it comes from', {}],
  ];

  test.each(foreign)(
    '%s: refused on every address that changes something, and nothing changes',
    async (_what, given) => {
      const person = await web.person();
      const headers = Object.fromEntries(
        Object.entries(given).map(([name, value]) => [name, value.replace('OURS', web.origin)]),
      );
      const before = await web.query('select count(*) from contents');
      for (const path of [
        '/auth',
        '/auth?mode=sign-up',
        '/create',
        '/create.data',
        '/schedule',
        '/logout',
        '/logout.data',
        '/nowhere',
      ]) {
        const response = await person.send(path, {
          method: 'POST',
          headers,
          body: new URLSearchParams({ title: 'x', content: 'x' }),
        });
        expect([path, response.status]).toEqual([path, 403]);
        expect(await response.text()).toContain('This form was sent from another site, so nothing was changed.');
        expect(response.headers.getSetCookie()).toEqual([]);
      }
      expect(await web.query('select count(*) from contents')).toEqual(before);
      expect((await person.get('/dashboard')).status).toBe(200);
    },
  );

  test.each([
    ['the browser says so', { 'sec-fetch-site': 'same-origin' }],
    ['an old browser names our origin', { origin: 'OURS' }],
  ])('is told from one of ours: %s', async (_what, given) => {
    const person = await web.person();
    const headers = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, value.replace('OURS', web.origin)]),
    );
    const body = new URLSearchParams({ title: 'A letter', content: 'Dear Ana,' });
    expect(target(await person.send('/create', { method: 'POST', headers, body }))).toMatch(/^\/dashboard\?content=/);
  });
});

describe('behind a proxy that speaks https for us', () => {
  const APP_ORIGIN = 'https://stillhere.example';
  let secure: Web;
  beforeAll(async () => {
    secure = await startWeb({ APP_ORIGIN, NODE_ENV: 'production', TRUSTED_PROXIES: '0' });
  });
  afterAll(() => secure?.stop());

  test('forms of the public address work, and the cookie is bound to it', async () => {
    const visitor = secure.visitor();
    const fields = { name: 'Ana', email: 'ana@example.com', password: 'stillhere' };
    const response = await visitor.send('/auth?mode=sign-up', {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { origin: APP_ORIGIN },
    });
    expect(target(response)).toBe('/dashboard#session_id=…');
    const cookie = response.headers.getSetCookie().find((one) => one.startsWith('__Host-session='));
    expect(cookie?.split('; ').slice(1).sort()).toEqual([
      'HttpOnly',
      'Max-Age=7776000',
      'Path=/',
      'SameSite=Lax',
      'Secure',
    ]);
    const page = await visitor.get('/dashboard');
    expect(page.status).toBe(200);
    expect(page.headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains');
    expect(target(await visitor.post('/logout'))).toBe('/');
    // The cookie of a known device signs nobody in, and stays.
    expect([...visitor.cookies.keys()]).toEqual(['__Host-known']);
  });

  test('the address inside is not the public one', async () => {
    const response = await secure.visitor().send('/auth', { method: 'POST', headers: { origin: secure.origin } });
    expect(response.status).toBe(403);
  });
});

describe('a body', () => {
  const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };

  test('of a letter with 1.2 MB comes back whole, with its error at the field', async () => {
    const person = await web.person();
    const content = `${'Ç'.repeat(600_000)} the end.`;
    const response = await person.post('/create', { title: 'Too long', content });
    const page = await response.text();
    expect(response.status).toBe(422);
    expect(page).toContain('A letter can have up to 1 MB of text.');
    expect(page).toContain('Ç the end.</textarea>');
    expect(page).toContain('value="Too long"');
  });

  test.each([
    ['urlencoded', (content: string) => `title=Too+long&content=${content}`],
    [
      'multipart/form-data',
      (content: string) => {
        const form = new FormData();
        form.set('type', 'text');
        form.set('title', 'Too long');
        form.set('content', content);
        return form;
      },
    ],
  ])('of a letter that would keep others waiting comes back without its text: %s', async (_, bodyOf) => {
    const person = await web.person();
    const body = bodyOf('<'.repeat(2 * MEGABYTE));
    const headers = { origin: web.origin, ...(typeof body === 'string' ? urlencoded : {}) };
    const response = await person.send('/create', { method: 'POST', headers, body });
    const page = await response.text();
    expect(response.status).toBe(422);
    expect(page).toContain('A letter can have up to 1 MB of text.');
    expect(page).toContain('value="Too long"');
    expect(page.length).toBeLessThan(MEGABYTE / 4);
  });

  test.each([
    ['a letter', '/create', 5],
    ['a sign-in', '/auth', 1],
    ['a delivery', '/schedule?new', 3],
    ['a webhook', '/webhooks/sendgrid', 3],
    ['a webhook that takes forms', '/webhooks/twilio', 1],
    ['a form that nobody waits for', '/nowhere', 30],
    ['a form from elsewhere', '/auth', 30],
  ])(
    'that is far too large: %s is refused, also for a client that reads only after sending all of it',
    async (what, path, megabytes) => {
      const person = await web.person();
      const cookie = path === '/auth' ? '' : `Cookie: session=${person.cookies.get('session')}\r\n`;
      const site = what.endsWith('elsewhere') ? 'cross-site' : 'same-origin';
      const answer = await rawRequest(
        web.origin,
        `POST ${path} HTTP/1.1\r\nHost: x\r\nSec-Fetch-Site: ${site}\r\n${cookie}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${megabytes * MEGABYTE + 8}\r\nConnection: close\r\n\r\ncontent=`,
        Buffer.alloc(megabytes * MEGABYTE, 'x'),
      );
      expect(answer.status).toBe(site === 'cross-site' ? 403 : path === '/nowhere' ? 405 : 413);
    },
  );

  test('of a million fields, of nested names, of nothing: no memory is taken, and the form says what is missing', async () => {
    const person = await web.person();
    const many = await person.send('/create', {
      method: 'POST',
      headers: { origin: web.origin, ...urlencoded },
      body: 'a&'.repeat(MEGABYTE),
    });
    expect(many.status).toBe(400);
    for (const body of [
      'title[9999999]=x',
      'title[a][b]=x&content.c=1',
      '__proto__[x]=1&constructor=2',
      '__intent__=x',
      '',
      '&&&',
      '%',
      'title=%ff%fe',
    ]) {
      const response = await person.send('/create', {
        method: 'POST',
        headers: { origin: web.origin, ...urlencoded },
        body,
      });
      expect([body, response.status]).toEqual([body, 422]);
      expect(await response.text()).toContain('Please write a message');
    }
  });

  test.each(['multipart/form-data; boundary=x', 'application/json', 'text/plain', ''])(
    'that is no form (%s) is refused',
    async (type) => {
      const headers = { origin: web.origin, ...(type ? { 'content-type': type } : {}) };
      const response = await web.visitor().send('/auth', { method: 'POST', headers, body: Buffer.from('{}') });
      expect(response.status).toBe(415);
    },
  );
});

describe('a request that is none', () => {
  test.each([
    ['TRACE', 'TRACE / HTTP/1.1\r\nHost: x', 405],
    ['an address that is none', 'OPTIONS * HTTP/1.1\r\nHost: x', 400],
    ['another address in full', 'GET http://evil.example/ HTTP/1.1\r\nHost: x', 400],
    ['a host that is none', 'GET /healthz HTTP/1.1\r\nHost: a b/c', 200],
    ['another host', 'GET /auth HTTP/1.1\r\nHost: evil.example', 200],
    ['two slashes', 'GET //evil.example/ HTTP/1.1\r\nHost: x', 404],
    ['a broken escape', 'GET /%zz HTTP/1.1\r\nHost: x', 404],
    ['a null byte', 'GET /m/%00 HTTP/1.1\r\nHost: x', 404],
    ['two lengths', 'POST /auth HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked', 400],
    ['a length that is none', 'POST /auth HTTP/1.1\r\nHost: x\r\nContent-Length: +4', 400],
    ['a folder of the build', 'GET /assets/ HTTP/1.1\r\nHost: x', 404],
    ['the history of the source', 'GET /.git/HEAD HTTP/1.1\r\nHost: x', 404],
    ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}`, 431],
  ])('%s', async (_what, request, status) => {
    const answer = await rawRequest(web.origin, `${request}\r\nConnection: close\r\n\r\n`);
    expect(answer.status).toBe(status);
    expect(answer.text).not.toMatch(/evil\.example|node_modules|at .*\.js:/);
  });
});
