import type { RouteConfigEntry } from '@react-router/dev/routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import routes from '#app/routes.ts';
import { holds } from '#tests/spec/holds.ts';
import { startWeb, type Web } from './web.ts';

const SOME_ID = '01980000-0000-7000-8000-000000000000';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

function below(file: string): { path: string; id: string }[] {
  const layout = (routes as RouteConfigEntry[]).find((entry) => entry.file === file);
  return addressesOf(layout?.children ?? []);
}

function addressesOf(entries: RouteConfigEntry[], above = ''): { path: string; id: string }[] {
  return entries.flatMap(({ path = '', id, file, children = [] }) => {
    const own = `${above}/${path.replace(':id', SOME_ID)}`;
    return [{ path: own, id: id ?? file.replace(/\.tsx?$/, '') }, ...addressesOf(children, own)];
  });
}

const SIGNED_IN = below('routes/signed-in.tsx');
const VISITORS = below('routes/visitors.tsx');
/** They lead somewhere else and show no page. */
const TO_GOOGLE = ['/auth/google', '/auth/google/callback'];
const TO_PASSKEY = ['/auth/passkey', '/auth/passkey/options'];
const target = (response: Response) => (response.status === 302 ? response.headers.get('location') : null);

test('app/routes.ts is read as it is written', () => {
  holds('S1-1', 'S6-1');
  for (const path of ['/dashboard', `/dashboard/open/${SOME_ID}`])
    expect(SIGNED_IN.map((one) => one.path)).toContain(path);
  expect(VISITORS.map(({ path }) => path)).toEqual(['/', '/auth', ...TO_PASSKEY, ...TO_GOOGLE]);
});

describe.each(SIGNED_IN)('$id', ({ path, id }) => {
  test('sends visitors to the landing page', async () => {
    holds('S1-1', 'S2-6', 'S6-2');
    expect(target(await web.visitor().get(path))).toBe('/');
    expect((await web.visitor().send(path, { method: 'HEAD' })).status).toBe(302);
  });

  test('gives visitors no data either, whichever part they ask for', async () => {
    for (const query of ['', `?_routes=${id}`, `?_routes=routes/signed-in`, `?_routes=root,${id}`, '?_routes=']) {
      const response = await web.visitor().get(`${path}.data${query}`);
      const text = await response.text();
      expect(response.status).toBe(202);
      expect(text).toContain('SingleFetchRedirect');
      expect(text).not.toContain('loaderData');
    }
  });

  test('does nothing for visitors, and says why', async () => {
    for (const address of [path, `${path}.data`]) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const response = await web
          .visitor()
          .send(address, { method, headers: { origin: web.origin }, body: new URLSearchParams({ title: 'x' }) });
        expect([method, response.status]).toEqual([method, 401]);
        expect(await response.text()).toContain('Your session ended before we could save.');
      }
    }
  });

  test('is stored by no cache', async () => {
    const person = await web.person();
    const response = await person.get(path);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
  });
});

test('a form sent after the session ended changes nothing, and tells how to send it again', async () => {
  const person = await web.person();
  await web.query('delete from sessions where user_id = (select id from users where email = ?)', [person.email]);
  const response = await person.post('/create', { title: 'For Ana', content: 'Every word <of> this.' });
  const page = await response.text();
  expect(response.status).toBe(401);
  expect(page).toContain('You’re signed out');
  expect(page).toContain('come back here and reload this page');
  expect(await web.query('select 1 from contents')).toEqual([]);
});

test('a page that a guard refuses has the chosen theme', async () => {
  const visitor = web.visitor();
  visitor.cookies.set('theme', 'ImRhcmsi');
  for (const [path, from] of [
    ['/create', 'same-origin'],
    ['/auth', 'cross-site'],
  ] as const) {
    const answer = await visitor.post(path, {}, { 'sec-fetch-site': from });
    expect([answer.status >= 401, await answer.text()]).toEqual([true, expect.stringContaining('data-theme="dark"')]);
  }
});

describe.each(VISITORS)('$path', ({ path }) => {
  test('is for visitors: signed-in people go to the dashboard', async () => {
    holds('S1-1', 'S2-1');
    const person = await web.person();
    expect(target(await person.get(path))).toBe('/dashboard');
    expect((await person.get(path === '/' ? '/_.data' : `${path}.data`)).status).toBe(202);
    if (!TO_GOOGLE.includes(path) && path !== '/auth/passkey') expect((await web.visitor().get(path)).status).toBe(200);
  });
});

describe('what belongs to another account', () => {
  test('looks like what does not exist, on every page with an id', async () => {
    holds('C-16');
    const owner = await web.person();
    const letter = await owner.post('/create', { title: 'Mine alone', content: 'Dear Ana,' });
    const content_id = new URL(letter.headers.get('location') ?? '', web.origin).searchParams.get('content') ?? '';
    const fields = {
      content_id,
      delivery_type: 'email',
      recipient_email: 'ana@example.com',
      date: '2060-05-04',
      time: '09:00',
      time_zone: 'UTC',
    };
    expect((await owner.post('/schedule?new', fields)).status).toBe(302);
    const [row] = await web.query<{ id: string }>(
      'select d.id from deliveries d join users u on u.id = d.owner_id where u.email = ?',
      [owner.email],
    );
    const id = row?.id ?? '';
    expect((await owner.get(`/schedule/${id}/edit`)).status).toBe(200);

    const stranger = await web.person('A stranger');
    for (const verb of ['edit', 'delete', 'retry']) {
      for (const asked of [id, SOME_ID, 'not-an-id', '%00', "'--"]) {
        const look = await stranger.get(`/schedule/${asked}/${verb}`);
        expect([verb, asked, look.status]).toEqual([verb, asked, 404]);
        expect(await look.text()).not.toContain('Mine alone');
        const act = await stranger.post(`/schedule/${asked}/${verb}`, {
          ...fields,
          recipient_email: 'thief@example.com',
        });
        // Deleting leads back to the list, with a word that it did not happen.
        expect([verb, asked, act.status]).toEqual([verb, asked, verb === 'delete' ? 302 : 404]);
      }
    }
    const take = await stranger.post('/schedule?new', { ...fields, recipient_email: 'thief@example.com' });
    expect([take.status, await take.text()]).toEqual([
      expect.toSatisfy((status) => status >= 400 && status < 500),
      expect.not.stringContaining('Mine alone'),
    ]);
    expect(await web.query('select recipient_email, deleted_at from deliveries')).toEqual([
      { recipient_email: 'ana@example.com', deleted_at: null },
    ]);
  });
});
