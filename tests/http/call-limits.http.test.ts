/** How often one account may ask, in its browsers and by its programs; and that a check-in and "I'm back" are never refused. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Account } from '#tests/harness/account.ts';
import { PNG, upload } from './files.ts';
import { released } from './ready-to-run.ts';
import type { Visitor } from './visitor.ts';
import { startWeb, type Web } from './web.ts';

const CALLS = 40;
const WRITES = 20;
const WAIT = /That was too often\. Please wait \d+ minutes? and try again\./;

let web: Web;
beforeAll(async () => {
  web = await startWeb({ LIMIT_CALLS_PER_MINUTE: `${CALLS}`, LIMIT_WRITES_PER_MINUTE: `${WRITES}` });
});
afterAll(() => web?.stop());

let person: Visitor & { email: string };
let account: Account;
beforeEach(async () => {
  await web.query('delete from rate_limits');
  person = await web.person();
  account = await web.account('token');
});

/** As if a counter had counted as often as it may, in a window that outlasts the test. */
async function usedUp(name: string, tries: number): Promise<void> {
  const rows = await web.query(
    'update rate_limits set points = ?, expire = expire + 3600000 where key like ? returning key',
    [tries, `${name}:%`],
  );
  expect(rows).toHaveLength(1);
}

const call = (method: 'GET' | 'POST' | 'PUT', path: string, token = account.secret, body?: object) =>
  web.fetch(`/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
const list = (token?: string) => call('GET', '/content/list', token);
const write = () => call('POST', '/content/upload', account.secret, { type: 'text', title: 'x', content: 'x' });

async function isRefused(response: Response): Promise<void> {
  expect([response.status, Number(response.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect(await response.text()).toMatch(WAIT);
}

describe('a program', () => {
  test('waits after too many calls, and others do not', async () => {
    expect((await list()).status).toBe(200);
    await usedUp('calls-program', CALLS);
    await isRefused(await list());
    await isRefused(await write());
    await isRefused(await call('GET', '/content/file/019a6f00-0000-7000-8000-000000000009'));
    expect((await list((await web.account('token')).secret)).status).toBe(200);
  });

  test('waits after too many changes, and reads meanwhile', async () => {
    expect((await write()).status).toBe(201);
    await usedUp('writes-program', WRITES);
    await isRefused(await write());
    expect((await list()).status).toBe(200);
  });

  test('is told by the call itself how many seconds to wait', async () => {
    await list();
    await usedUp('calls-program', CALLS);
    const refused = await list();
    const problem = (await refused.json()) as { retry_after: number };
    expect(problem).toMatchObject({ code: 'too-many-requests', retry_after: expect.any(Number) });
    expect(refused.headers.get('retry-after')).toBe(`${problem.retry_after}`);
  });

  test('that runs away leaves its owner the pages', async () => {
    const signedIn = await web.fetch('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: person.email, password: 'stillhere' }),
    });
    const { session_token: token } = (await signedIn.json()) as { session_token: string };
    expect((await person.get('/dashboard')).status).toBe(200);
    const names = await web.query<{ key: string }>("select key from rate_limits where key like 'calls-%'");
    expect(names.map(({ key }) => key.split(':')[0])).toEqual(['calls-browser']);
    expect((await list(token)).status).toBe(200);
    await usedUp('calls-program', CALLS);
    await isRefused(await list(token));
    expect((await person.get('/dashboard')).status).toBe(200);
  });
});

describe('a browser', () => {
  test('waits after too many pages, with a sentence', async () => {
    expect((await person.get('/dashboard')).status).toBe(200);
    await usedUp('calls-browser', CALLS);
    await isRefused(await person.get('/profile'));
    await isRefused(await person.post('/profile', { name: 'Helena' }));
    await isRefused(await person.get('/shared'));
    const script = await person.get('/dashboard.data');
    expect([script.status, script.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    expect((await web.visitor().get('/shared')).status).toBe(200);
  });

  test('waits after too many forms, and reads meanwhile', async () => {
    await person.post('/profile', { name: 'Helena' });
    await usedUp('writes-browser', WRITES);
    await isRefused(await person.post('/profile', { name: 'Helena' }));
    expect((await person.get('/profile')).status).toBe(200);
  });

  test('is not counted for the files that a page shows, nor as a visitor', async () => {
    await person.get('/api/content/file/019a6f00-0000-7000-8000-000000000009');
    await web.visitor().get('/shared');
    expect(await web.query("select key from rate_limits where key like 'calls-%'")).toEqual([]);
  });
});

describe('a check-in', () => {
  test('by a program is never refused, nor counted', async () => {
    await write();
    await usedUp('calls-program', CALLS);
    await usedUp('writes-program', WRITES);
    expect((await call('POST', '/emergency/check-in')).status).toBe(200);
    expect(await web.query('select key from rate_limits where points > ?', [CALLS])).toEqual([]);
  });

  test('in a browser is never refused', async () => {
    await person.post('/profile', { name: 'Helena' });
    await usedUp('calls-browser', CALLS);
    await usedUp('writes-browser', WRITES);
    const answer = await person.post('/emergency/check-in');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/emergency']);
  });
});

describe('“I’m back”', () => {
  test('by a program is never refused, nor counted', async () => {
    await released(web, account.email);
    await write();
    await usedUp('calls-program', CALLS);
    await usedUp('writes-program', WRITES);
    expect((await call('POST', '/emergency/return')).status).toBe(200);
    expect(await web.query('select key from rate_limits where points > ?', [CALLS])).toEqual([]);
  });

  test('in a browser is never refused: neither its page nor its button', async () => {
    await released(web, person.email);
    await person.post('/profile', { name: 'Helena' });
    await usedUp('calls-browser', CALLS);
    await usedUp('writes-browser', WRITES);
    expect((await person.get('/emergency/return')).status).toBe(200);
    const answer = await person.post('/emergency/return');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/emergency']);
  });
});

test('the files of a page count as requests, not as changes: a person may choose a hundred', async () => {
  await person.post('/profile', { name: 'Helena' });
  await usedUp('writes-browser', WRITES);
  expect((await upload(person, PNG, { type: 'image' })).status).toBe(201);
  await usedUp('calls-browser', CALLS);
  await isRefused(await upload(person, PNG, { type: 'image' }));
});

test('0 is no limit, of which production warns at its start', async () => {
  const open = await startWeb({
    NODE_ENV: 'production',
    APP_ORIGIN: 'https://stillhere.example',
    TRUSTED_PROXIES: '1',
    LIMIT_CALLS_PER_MINUTE: '0',
    LIMIT_WRITES_PER_MINUTE: '60',
  });
  try {
    const { secret } = await open.account('token');
    const answer = await open.fetch('/api/content/list', { headers: { authorization: `Bearer ${secret}` } });
    expect(answer.status).toBe(200);
    expect(await open.query("select key from rate_limits where key like 'calls-%'")).toEqual([]);
    const warned = open.printed().filter((line) => line.includes('limits are off'));
    expect(warned).toEqual([expect.stringContaining('LIMIT_CALLS_PER_MINUTE')]);
  } finally {
    await open.stop();
  }
});
