/** The page behind "This was not me", as the owner, a mail scanner and the stranger meet it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkSecret } from '#services/crypto/link.ts';
import { startWeb, type Web } from './web.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

test('a scanner changes nothing; one press signs everyone out and says what to do', async () => {
  const stranger = await web.person();
  await stranger.post('/profile/contacts', { name: 'Mallory', email: 'mallory@example.com' });
  const [mail] = await web.query<{ id: string }>(
    "select id from account_mails where email = ? and kind = 'contacts-changed'",
    [stranger.email],
  );
  const path = `/auth/not-me/${linkSecret(web.keyring, 'not-me', mail?.id ?? '', 0)}`;
  const owner = web.visitor();
  const asked = await owner.get(path);
  const page = await asked.text();
  expect([asked.status, asked.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(page).toMatch(/Your trusted contacts were changed on .*This was not me/s);
  expect(page).not.toContain('<script');
  expect((await stranger.get('/dashboard')).status).toBe(200);

  // From a phone that does not say where a form came from.
  const done = await owner.send(path, { method: 'POST', body: new URLSearchParams() });
  const steps = await done.text();
  expect(done.status).toBe(200);
  expect(steps).toMatch(/Everyone is signed out\..*there was nothing to pause.*href="\/auth\/forgot"/s);
  expect((await stranger.get('/dashboard')).headers.get('location')).toBe('/');
  const [entry] = await web.query<{ count: string }>(
    "select count(*) from record_entries e join users u on u.id = e.account_id where u.email = ? and e.kind = 'account-not-me'",
    [stranger.email],
  );
  expect(Number(entry?.count)).toBe(1);
});

test('another site cannot press it', async () => {
  const refused = await web.visitor().send(`/auth/not-me/${'a'.repeat(48)}`, {
    method: 'POST',
    body: new URLSearchParams(),
    headers: { 'sec-fetch-site': 'cross-site' },
  });
  expect(refused.status).toBe(403);
});
