import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { holds } from '#tests/spec/holds.ts';
import { type Entered, sessionsOn } from './sign-in.ts';
import { startWeb, type Web } from './web.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

const { enterByPage, exchange, call, isOpen, seesPages, problem } = sessionsOn(() => web);

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
