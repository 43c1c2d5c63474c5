/** A protocol that is switched on while something is missing, on the pages as the server sends them, and for programs. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newClient, newLetter } from '#tests/api/client.ts';
import { unconfirm } from '#tests/harness/account.ts';
import { DATES } from '#tests/harness/protocol-cases.ts';
import { changeProtocol, readPage as read, readyPerson } from './emergency-page.ts';
import { startWeb, type Web } from './web.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

type Person = Awaited<ReturnType<Web['person']>>;
const DAYS = { inactive_days: '30', safety_days: '3' };

const page = (person: Person, path: string) =>
  read(person, path).then((html) => html.replace(/<header.*?<\/header>/s, ''));

test('a protocol that lacks something says so on every page, names no date, and starts by itself', async () => {
  const helena = await web.person();
  await unconfirm(web.query, helena.email);
  expect(await read(helena, '/emergency/arm')).toMatch(
    /First, confirm your email.*It won’t run yet, because something is missing\./s,
  );
  await helena.post('/emergency/arm', DAYS);
  helena.cookies.delete('toast');
  const first = await page(helena, '/emergency');
  expect(first).toMatch(
    /Status Check.*Not running: confirm your email.*We’re not counting days\..*action="\/profile\/email\/confirm".*Resend email.*What it needs.*What will happen once it’s running/s,
  );
  expect(first).not.toMatch(DATES);
  expect(first).not.toMatch(/is-done|Check In - I|aria-current="step"|Days to pause/);
  expect(first).toContain('When this is off, we don’t count days and contact nobody.');
  const dashboard = await read(helena, '/dashboard');
  expect(dashboard).toContain(
    'Your emergency protocol isn’t running. Confirm your email, add a contact and choose what to send.',
  );
  expect(dashboard).toMatch(/<a[^>]*href="\/emergency"[^>]*>Not running<\/a><\/dd><dd[^>]*>We’re not counting days\.</);
  expect(dashboard).not.toMatch(/Nothing needs you today|>Active<|Day \d/);
  for (const path of ['/profile', '/shared', '/schedule'])
    expect(await read(helena, path), path).toMatch(/class="light"[^>]*>.*?Not running<\/a>/s);

  await web.query('update users set email_confirmed_at = now() where email = ?', [helena.email]);
  const second = await page(helena, '/emergency');
  expect(second).toMatch(/Not running: add a contact.*href="\/profile#h-contacts"[^>]*>Add a contact/s);
  await helena.post('/profile/contacts', { name: 'Rui Duarte', email: 'rui@example.com' });
  helena.cookies.delete('toast');
  const third = await page(helena, '/emergency');
  expect(third).toMatch(/Not running: choose what to send.*href="\/create"[^>]*>Create something to send/s);
  expect(third).toMatch(/There: <\/span><\/span><span class="who"><strong>A trusted contact<\/strong><span>Rui/);
  for (const one of [second, third]) expect(one).not.toMatch(DATES);
  const kept = await helena.post('/create', { title: 'Where everything is', content: 'The spare key.' });
  const letter = kept.headers.get('location')?.split('=')[1] ?? '';
  expect(await page(helena, '/emergency')).toMatch(/href="[^"]*#contents"[^>]*>Choose what to send/);
  await helena.post('/emergency/contents', { verb: 'add', content_id: letter });
  const runs = await page(helena, '/emergency');
  expect(runs).toMatch(/Active.*Starts your 30 days again from now\..*aria-current="step"><span class="name">Quiet/s);
  expect(runs).not.toContain('What it needs');
  expect(await read(helena, '/dashboard')).toMatch(/Nothing needs you today.*>Active<\/a><span[^>]*>Day 0 of 30</s);
});

test('while something is missing it cannot be paused, and no page reminds of it', async () => {
  const helena = await readyPerson(web);
  await helena.post('/emergency/arm', DAYS);
  await changeProtocol(web, helena, `stage = 'reminding', last_check_in = now() - interval '24 days'`);
  await web.query(`delete from trusted_contacts using users u where u.id = owner_id and u.email = ?`, [helena.email]);
  expect(await read(helena, '/dashboard')).not.toMatch(/You haven’t checked in|A check-in is due/);
  expect(await read(helena, '/emergency/pause?days=20')).not.toMatch(/Pause until/);
  expect((await helena.post('/emergency/pause', { days: '20' })).status).toBe(409);
});

test('a program reads that it does not run and what is missing, and the instant at which it does', async () => {
  const client = await newClient(web);
  await unconfirm(web.query, client.id);
  const status = async () => (await client.call('GET /emergency/status')).body;
  const { body: armed } = await client.call('PUT /emergency/settings?is_active=true');
  expect(armed).toMatchObject({
    is_active: true,
    running: false,
    blocked_by: ['address-unconfirmed', 'no-contact', 'no-content'],
    indicator: 'inactive',
    stage: null,
    contacts_told_at: null,
    release_at: null,
  });
  await web.query('update users set email_confirmed_at = now() where id = ?', [client.id]);
  const rui = { name: 'Rui Duarte', email: 'rui@example.com' };
  const { body: contact } = await client.call<{ id: string }>('POST /user/trusted-contacts', { json: rui });
  expect(await status()).toMatchObject({ running: false, blocked_by: ['no-content'] });
  const id = await newLetter(client);
  await web.query(`update emergency_protocols set last_check_in = now() - interval '40 days' where owner_id = ?`, [
    client.id,
  ]);
  await client.call(`PUT /content/${id}`, { json: { is_emergency: true } });
  expect(await status()).toMatchObject({
    running: true,
    blocked_by: [],
    indicator: 'active',
    stage: 'armed',
    days_since_last_check_in: 0,
  });
  expect((await client.call(`DELETE /user/trusted-contacts/${contact.id}`)).status).toBe(204);
  expect(await status()).toMatchObject({ running: false, blocked_by: ['no-contact'], indicator: 'inactive' });
});
