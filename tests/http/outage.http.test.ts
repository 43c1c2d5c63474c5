/** The database goes away under the web process, and comes back. */
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answersOn, freePorts } from '#dev/ports.ts';
import { eventually } from '#tests/harness/process.ts';
import { holds } from '#tests/spec/holds.ts';
import { startWeb, startWebOnCable, startWebProcess, type WebOnCable } from './web.ts';

let web: WebOnCable;
let person: Awaited<ReturnType<WebOnCable['person']>>;
beforeAll(async () => {
  web = await startWebOnCable();
  person = await web.person();
});
afterAll(() => web?.stop());

const ready = async (from: Pick<WebOnCable, 'origin'> = web) => {
  const response = await fetch(`${from.origin}/readyz`);
  return { status: response.status, ...((await response.json()) as { ready: boolean; missing: string[] }) };
};

describe('while the database is away', () => {
  beforeEach(async () => {
    await web.database.cut();
    return async () => {
      await web.database.mend();
      await eventually(
        async () => (await fetch(`${web.origin}/readyz`)).json(),
        (body) => !(body as { missing: string[] }).missing.includes('database'),
      );
    };
  });

  test('the process is alive, not ready, and names the missing service', async () => {
    expect((await fetch(`${web.origin}/healthz`)).status).toBe(200);
    expect(await ready()).toMatchObject({ status: 503, ready: false, missing: expect.arrayContaining(['database']) });
  });

  test.each(['/dashboard', '/dashboard/content?type=image', '/schedule', '/schedule?new', '/profile', '/emergency'])(
    '%s still loads, empty, and says so',
    async (path) => {
      holds('S8-2');
      const response = await person.get(path);
      const page = await response.text();
      expect(response.status).toBe(503);
      expect(page).toContain('We can’t reach your items right now.');
      expect(page).toContain('Error loading data');
      expect(page).not.toContain('Helena');
      expect(page).toContain('Logout');
    },
  );

  test('the page of one delivery says that it is our fault', async () => {
    const response = await person.get('/schedule/01980000-0000-7000-8000-000000000000/edit');
    expect(response.status).toBe(503);
    expect(await response.text()).toContain('We can’t look up your account right now.');
  });

  test('the form for a letter loads as well, and a letter sent from it comes back with every word', async () => {
    expect((await person.get('/create')).status).toBe(200);
    const response = await person.post('/create', { title: 'Not lost', content: 'Dear Ana, every word of this.' });
    const page = await response.text();
    expect(response.status).toBe(503);
    expect(page).toContain('Nothing was lost');
    expect(page).toContain('Dear Ana, every word of this.</textarea>');
    expect(person.cookies.has('session')).toBe(true);
  });

  test.each(['/', '/auth', '/auth?mode=sign-up'])('visitors see %s as always, with an old cookie too', async (path) => {
    expect((await web.visitor().get(path)).status).toBe(200);
    expect((await person.get(path)).status).toBe(200);
  });

  test('signing in says that it is our fault, and keeps what was typed', async () => {
    const response = await web.visitor().post('/auth', { email: person.email, password: 'stillhere' });
    const page = await response.text();
    expect(response.status).toBe(503);
    expect(page).toContain('Something went wrong on our side. Nothing was lost. Please try again in a moment.');
    expect(page).toContain(`value="${person.email}"`);
  });
});

test('logging out works during an outage, and the session ends as soon as it can', async () => {
  holds('S8-33');
  const other = await web.person();
  const thief = web.visitor();
  thief.cookies.set('session', other.cookies.get('session') ?? '');
  await web.database.cut();
  const response = await other.post('/logout');
  expect([response.status, response.headers.get('location')]).toEqual([302, '/']);
  expect((await other.get('/dashboard')).headers.get('location')).toBe('/');
  await web.database.mend();
  await eventually(
    () => other.get('/'),
    () => !other.cookies.has('session') && !other.cookies.has('signed_out'),
  );
  expect((await thief.get('/dashboard')).headers.get('location')).toBe('/');
});

test('everything works again when the database is back', async () => {
  await web.database.cut();
  expect((await person.get('/dashboard')).status).toBe(503);
  await web.database.mend();
  const page = await eventually(
    () => person.get('/dashboard'),
    ({ status }) => status === 200,
  );
  expect(await page.text()).toContain('Helena Duarte');
});

test('a process that is started before its database waits for it, without dying', async () => {
  const [port] = await freePorts(1);
  const early = await startWeb({ DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/none` });
  expect(await ready(early)).toMatchObject({ status: 503, missing: expect.arrayContaining(['database']) });
  expect((await early.visitor().get('/')).status).toBe(200);
  await early.stop();
});

test('a process that is stopped finishes its requests and exits with 0', async () => {
  const leaving = await startWebProcess();
  const holder = new Client({ connectionString: leaving.database.url });
  await holder.connect();
  await holder.query('begin');
  await holder.query('lock table users in share mode');
  const underWay = leaving.visitor().post('/auth?mode=sign-up', {
    name: 'Ana',
    email: 'late@example.com',
    password: 'stillhere',
  });
  await eventually(
    () =>
      leaving.query("select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"),
    (waiting) => waiting.length > 0,
  );
  const ended = leaving.process.kill('SIGTERM');
  await eventually(
    () => answersOn(Number(new URL(leaving.origin).port)),
    (isOpen) => !isOpen,
  );
  await holder.query('rollback');
  await holder.end();
  expect((await underWay).status).toBe(302);
  await ended;
  expect(leaving.process.exitCode).toBe(0);
  expect(await leaving.query("select 1 from users where email = 'late@example.com'")).toHaveLength(1);
  await leaving.stop();
});
