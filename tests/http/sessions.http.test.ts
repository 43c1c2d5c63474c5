import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { holds } from '#tests/spec/holds.ts';
import type { Visitor } from './visitor.ts';
import { startWeb, type Web } from './web.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

interface Entered {
  session_token: string;
  user: { email: string; name: string; picture: string | null; time_zone: string };
}

/** Signs in on a page; the code is in the address that it leads to. */
async function enterByPage(email: string, userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0') {
  const visitor = web.visitor();
  const response = await visitor.post('/auth', { email, password: 'stillhere' }, { 'user-agent': userAgent });
  const [, code = ''] = /#session_id=([\w-]{48})$/.exec(response.headers.get('location') ?? '') ?? [];
  expect(code).not.toBe('');
  return { visitor, code };
}

const exchange = (visitor: Visitor, code: string, init: RequestInit = {}) =>
  visitor.send(`/api/auth/session?session_id=${encodeURIComponent(code)}`, init);

async function tokenOf(email: string): Promise<string> {
  const { visitor, code } = await enterByPage(email);
  return ((await (await exchange(visitor, code)).json()) as Entered).session_token;
}

/** A program: a token, and no cookie. */
const call = (token: string | null, line: string, body?: unknown) => {
  const [method = '', path = ''] = line.split(' ');
  return web.fetch(`/api${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
};
const isOpen = async (token: string) => (await call(token, 'GET /auth/me')).status === 200;
const seesPages = async (visitor: Visitor) => (await visitor.get('/dashboard')).status === 200;
const problem = async (response: Response) => (await response.json()) as { code: string; errors?: { field: string }[] };

describe('the code of a sign-in', () => {
  test('is swapped for the token of the same session, which no cache keeps', async () => {
    holds('S3-2');
    const { email } = await web.person();
    const { visitor, code } = await enterByPage(email);
    const response = await exchange(visitor, code);
    const { session_token, user } = (await response.json()) as Entered;
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(user).toMatchObject({ email, name: 'Helena Duarte', picture: null, time_zone: 'Europe/Lisbon' });
    expect(await isOpen(session_token)).toBe(true);
    await visitor.post('/logout');
    expect(await isOpen(session_token)).toBe(false);
  });

  test('works once, also for many at the same moment', async () => {
    const { email } = await web.person();
    const { visitor, code } = await enterByPage(email);
    const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(visitor, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(401)]);
    const [token = ''] = (await Promise.all(answers.map((one) => one.json() as Promise<Partial<Entered>>))).flatMap(
      ({ session_token }) => session_token ?? [],
    );
    expect(await isOpen(token)).toBe(true);
    expect((await exchange(visitor, code)).status).toBe(401);
  });

  test('is of no use in another browser, and is not used up there', async () => {
    const { email } = await web.person();
    const other = await web.person();
    const { visitor, code } = await enterByPage(email);
    for (const foreign of [web.visitor(), other]) {
      const response = await exchange(foreign, code);
      expect([response.status, (await problem(response)).code]).toEqual([401, 'unauthenticated']);
    }
    const ahead = await exchange(visitor, code, { method: 'HEAD' });
    expect([ahead.status, ahead.headers.get('allow')]).toEqual([405, 'GET']);
    expect((await exchange(visitor, code)).status).toBe(200);
  });

  test('is over after a minute, and with its session', async () => {
    const { email } = await web.person();
    const late = await enterByPage(email);
    await web.query(
      "update secrets set expires_at = now() - interval '1 second' where purpose = 'exchange' and used_at is null",
    );
    expect((await exchange(late.visitor, late.code)).status).toBe(401);
    const ended = await enterByPage(email);
    const before = new Map(ended.visitor.cookies);
    await ended.visitor.post('/logout');
    for (const [name, value] of before) ended.visitor.cookies.set(name, value);
    expect((await exchange(ended.visitor, ended.code)).status).toBe(401);
  });

  test('has to be one', async () => {
    const person = await web.person();
    for (const code of ['x', 'A'.repeat(48), '../../me', '💌'])
      expect([code, (await exchange(person, code)).status]).toEqual([code, 401]);
    for (const query of ['', '?session_id=', `?session_id=${'A'.repeat(201)}`, '?session_id=a&session_id=b'])
      expect([query, (await person.get(`/api/auth/session${query}`)).status]).toEqual([query, 422]);
  });
});

test('a program opens an account and signs in by itself; of several at the same moment one is made', async () => {
  holds('S7-2');
  const fields = { name: 'Ana Búzio', email: `${randomUUID()}@example.com`, password: 'three plain words' };
  const answers = await Promise.all([1, 2, 3].map(() => call(null, 'POST /auth/register', fields)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  for (const { headers } of answers) expect(headers.getSetCookie()).toEqual([]);
  const login = await call(null, 'POST /auth/login', fields);
  const { session_token, user } = (await login.json()) as Entered;
  expect(user).toMatchObject({ email: fields.email, name: 'Ana Búzio', time_zone: 'UTC' });
  expect(await (await call(session_token, 'GET /auth/me')).json()).toEqual(user);
  const wrong = await call(null, 'POST /auth/login', { ...fields, password: 'not it at all' });
  expect([wrong.status, wrong.headers.get('www-authenticate'), (await problem(wrong)).code]).toEqual([
    401,
    'Bearer',
    'unauthenticated',
  ]);
});

test('the cookie does not authenticate calls, and the token does not open pages', async () => {
  const { email } = await web.person();
  const { visitor, code } = await enterByPage(email);
  const cookie = decodeURIComponent(visitor.cookies.get('session') ?? '');
  const secret = JSON.parse(atob(cookie)) as string;
  const { session_token } = (await (await exchange(visitor, code)).json()) as Entered;
  expect(await isOpen(secret)).toBe(false);
  const swapped = web.visitor();
  swapped.cookies.set('session', encodeURIComponent(btoa(JSON.stringify(session_token))));
  expect(await seesPages(swapped)).toBe(false);
  expect((await visitor.get('/api/auth/me')).status).toBe(401);
});

test('logging out by a call ends the session, and is as good without one', async () => {
  holds('S7-2');
  const { email } = await web.person();
  const { visitor, code } = await enterByPage(email);
  const { session_token } = (await (await exchange(visitor, code)).json()) as Entered;
  const answers = await Promise.all([1, 2, 3].map(() => call(session_token, 'POST /auth/logout')));
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
  expect([await isOpen(session_token), await seesPages(visitor)]).toEqual([false, false]);
  for (const token of [null, 'nobodys', session_token])
    expect((await call(token, 'POST /auth/logout')).status).toBe(204);
});

test('after logging out the browser is a visitor and its session has ended; signing in again works', async () => {
  const { email } = await web.person();
  const { visitor } = await enterByPage(email);
  const secret = visitor.cookies.get('session') ?? '';
  visitor.cookies.set('signed_out', '1');
  expect(await seesPages(visitor)).toBe(false);
  expect([visitor.cookies.has('session'), visitor.cookies.has('signed_out')]).toEqual([false, false]);
  visitor.cookies.set('session', secret);
  expect(await seesPages(visitor)).toBe(false);
  visitor.cookies.set('signed_out', '1');
  await visitor.post('/auth', { email, password: 'stillhere' });
  expect([await seesPages(visitor), visitor.cookies.has('signed_out')]).toEqual([true, false]);
});

describe('devices', () => {
  test('are listed by name with this one first, end one by one, and never those of others', async () => {
    const person = await web.person();
    const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0';
    const away = await enterByPage(person.email, windows);
    const token = await tokenOf(person.email);
    const devices = (await (await call(token, 'GET /auth/sessions')).json()) as {
      id: string;
      device: string;
      is_current: boolean;
    }[];
    expect(devices.map((one) => one.is_current)).toEqual([true, false, false]);
    const edge = devices.find((one) => one.device === 'Edge on Windows');
    const stranger = await tokenOf((await web.person()).email);
    expect((await call(stranger, `DELETE /auth/sessions/${edge?.id}`)).status).toBe(404);
    expect((await call(token, `DELETE /auth/sessions/${randomUUID()}`)).status).toBe(404);
    expect(await seesPages(away.visitor)).toBe(true);
    expect((await call(token, `DELETE /auth/sessions/${edge?.id}`)).status).toBe(204);
    expect([await seesPages(away.visitor), await seesPages(person)]).toEqual([false, true]);
    expect((await call(token, 'DELETE /auth/sessions')).status).toBe(204);
    expect([await seesPages(person), await isOpen(token), await isOpen(stranger)]).toEqual([false, true, true]);
  });

  test('can be signed out on the page, without scripts: one, then all others', async () => {
    const person = await web.person();
    const [first, second] = [await enterByPage(person.email, 'curl/8'), await enterByPage(person.email)];
    const html = await (await person.get('/profile')).text();
    expect(html).toContain('Firefox on Linux');
    expect(html).toContain('A browser or program we don’t recognise');
    const [row] = await web.query<{ id: string }>("select id from sessions where user_agent = 'curl/8'");
    expect(html).toContain(`name="device" value="${row?.id}"`);
    const stranger = await web.person();
    await stranger.post('/profile/devices', { device: row?.id ?? '' });
    expect(await seesPages(first.visitor)).toBe(true);
    await person.post('/profile/devices', { device: row?.id ?? '' });
    expect([await seesPages(first.visitor), await seesPages(second.visitor)]).toEqual([false, true]);
    await person.post('/profile/devices');
    expect([await seesPages(second.visitor), await seesPages(person)]).toEqual([false, true]);
    expect(await seesPages(stranger)).toBe(true);
  });
});

describe('known browsers', () => {
  const knownIn = (html: string) => [...html.matchAll(/name="known" value="([\w-]+)"/g)].map(([, id]) => id ?? '');

  test('are on a page of their own, each can be forgotten there without scripts, and never that of another person', async () => {
    const person = await web.person();
    const { visitor } = await enterByPage(person.email);
    const html = await (await visitor.get('/profile/browsers')).text();
    expect(html).toContain('Firefox on Linux, <strong>this browser</strong>');
    const [own = '', other = ''] = knownIn(html);
    await (await web.person()).post('/profile/devices', { known: own });
    expect(knownIn(await (await visitor.get('/profile/browsers')).text())).toEqual([own, other]);
    const done = await visitor.post('/profile/devices', { known: own });
    expect(done.headers.get('location')).toBe('/profile/browsers');
    const after = await (await visitor.get('/profile/browsers')).text();
    expect([knownIn(after), after.includes('We’ve forgotten that browser')]).toEqual([[other], true]);
    // It gave no access, so the sessions stay.
    expect([await seesPages(visitor), await seesPages(person)]).toEqual([true, true]);
    for (const known of [own, 'x', '']) expect((await visitor.post('/profile/devices', { known })).status).toBe(302);
  });

  test('are forgotten with a new password', async () => {
    const person = await web.person();
    const change = { current_password: 'stillhere', new_password: 'three plain words' };
    expect(knownIn(await (await person.get('/profile/browsers')).text())).toHaveLength(1);
    await person.post('/profile/password', change);
    expect(knownIn(await (await person.get('/profile/browsers')).text())).toEqual([]);
    await person.post('/logout');
    await person.post('/auth', { email: person.email, password: 'three plain words' });
    expect(knownIn(await (await person.get('/profile/browsers')).text())).toHaveLength(1);
  });
});

describe('a new password', () => {
  const change = { current_password: 'stillhere', new_password: 'three plain words' };

  test('needs the old one, ends every other session, and sends a mail', async () => {
    const person = await web.person();
    const [token, other] = [await tokenOf(person.email), await tokenOf(person.email)];
    const wrong = await call(token, 'POST /auth/password', { ...change, current_password: 'not it at all' });
    expect([wrong.status, (await problem(wrong)).errors?.[0]?.field]).toEqual([422, 'current_password']);
    expect(await isOpen(other)).toBe(true);
    expect((await call(token, 'POST /auth/password', change)).status).toBe(204);
    expect([await isOpen(token), await isOpen(other), await seesPages(person)]).toEqual([true, false, false]);
    const login = (password: string) => call(null, 'POST /auth/login', { email: person.email, password });
    expect([(await login('stillhere')).status, (await login(change.new_password)).status]).toEqual([401, 200]);
    expect(
      await web.query("select 1 from account_mails where kind = 'password-changed' and email = ?", [person.email]),
    ).toHaveLength(1);
  });

  test('can be set on the page, whose form keeps no password when it comes back', async () => {
    const person = await web.person();
    const token = await tokenOf(person.email);
    const refused = await person.post('/profile/password', { ...change, current_password: 'not it at all' });
    const html = await refused.text();
    expect([refused.status, html.includes('That isn’t your password')]).toEqual([422, true]);
    expect(html).not.toContain('not it at all');
    expect(html).not.toContain(change.new_password);
    expect((await person.post('/profile/password', change)).headers.get('location')).toBe('/profile');
    expect(await (await person.get('/profile')).text()).toContain('Password changed');
    expect(await isOpen(token)).toBe(false);
  });

  test('of two changes at the same moment one is made', async () => {
    const { email } = await web.person();
    const tokens = [await tokenOf(email), await tokenOf(email)];
    const answers = await Promise.all(tokens.map((token) => call(token, 'POST /auth/password', change)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect((await Promise.all(tokens.map(isOpen))).filter(Boolean)).toHaveLength(1);
  });
});

describe('the profile', () => {
  test('is changed by calls, one thing at a time', async () => {
    holds('S7-7');
    const { email } = await web.person();
    const token = await tokenOf(email);
    const put = (body: unknown) => call(token, 'PUT /user/profile', body);
    expect(await (await put({ name: '  Ana Búzio ' })).json()).toMatchObject({ name: 'Ana Búzio', picture: null });
    await put({ time_zone: 'Asia/Tokyo', picture: null });
    expect(await (await call(token, 'GET /user/profile')).json()).toMatchObject({
      email,
      name: 'Ana Búzio',
      time_zone: 'Asia/Tokyo',
    });
  });

  test.each([
    [{}, undefined],
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(121) }, 'name'],
    [{ time_zone: 'Nowhere/Land' }, 'time_zone'],
    [{ picture: 'https://elsewhere.example/me.png' }, 'picture'],
    [{ name: 'Not kept', picture: `/api/user/picture/${randomUUID()}` }, 'picture'],
  ])('refuses %j, at its field where there is one, and changes nothing', async (body, field) => {
    const { email } = await web.person();
    const token = await tokenOf(email);
    const response = await call(token, 'PUT /user/profile', body);
    expect([response.status, (await problem(response)).errors?.[0]?.field]).toEqual([422, field]);
    expect(await (await call(token, 'GET /user/profile')).json()).toMatchObject({ name: 'Helena Duarte' });
  });

  test('is changed on its page, with the toasts of the catalogue', async () => {
    holds('S2-38', 'S8-23');
    const person = await web.person();
    const fields = { name: 'Ana Búzio', time_zone: 'Asia/Tokyo' };
    expect((await person.post('/profile', fields)).headers.get('location')).toBe('/profile');
    const html = await (await person.get('/profile')).text();
    expect(html).toContain('Profile updated!');
    expect(html).toMatch(/<input[^>]*id="profile-email"[^>]*readOnly/i);
    expect(html).toContain('value="Ana Búzio"');
    expect(html).toMatch(/<option value="Asia\/Tokyo" selected=""/);
    const refused = await person.post('/profile', { ...fields, name: '' });
    expect([refused.status, (await refused.text()).includes('Please enter your full name')]).toEqual([422, true]);
  });
});
