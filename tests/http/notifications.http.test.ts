/** Which emails an owner gets: on the profile, by calls, and by the "unsubscribe" of a mail program. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WRONG_LINKS_FROM } from '#domain/accounts/limits.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { unsubscribeSecret } from '#services/notices/mail-choices.ts';
import { call, newClient } from '#tests/api/client.ts';
import { lookAt } from './look.ts';
import { startWeb, type Web } from './web.ts';

const NONE = { delivery_opened: false, delivery_delayed: false, address_check: false, rehearsal: false };
const ALL = { delivery_opened: true, delivery_delayed: true, address_check: true, rehearsal: true };

let web: Web;
beforeAll(async () => {
  web = await startWeb({ TRUSTED_PROXIES: '1' });
});
afterAll(() => web?.stop());
beforeEach(() => web.query('delete from rate_limits'));

type Person = Awaited<ReturnType<Web['person']>>;

async function choicesOf({ email }: Pick<Person, 'email'>) {
  const [row] = await web.query(
    `select wants_delivery_opened as delivery_opened, wants_delivery_delayed as delivery_delayed,
       wants_address_check as address_check, wants_rehearsal as rehearsal from users where email = ?`,
    [email],
  );
  return row;
}
const ticked = (page: string) =>
  [...page.matchAll(/<input[^>]*type="checkbox"[^>]*>/g)].flatMap(([input]) =>
    /\schecked(=|\s|>|\/)/.test(input) ? [/name="(\w+)"/.exec(input)?.[1]] : [],
  );

describe.each(['/profile', '/profile/notifications'])('the form on %s', (path) => {
  test('shows what is chosen, and what always comes', async () => {
    const person = await web.person();
    const page = await (await person.get(path)).text();
    expect(ticked(page)).toEqual(Object.keys(ALL));
    expect(page).toContain('action="/profile/notifications"');
    expect(page).toContain('These emails always come:');
    await person.post('/profile/notifications', { address_check: 'on' });
    expect(ticked(await (await person.get(path)).text())).toEqual(['address_check']);
  });
});

test('the form saves each box, ticked or not, and says so on the profile', async () => {
  const [person, other] = [await web.person(), await web.person()];
  const answer = await person.post('/profile/notifications', { delivery_delayed: 'on' });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/profile']);
  expect(await (await person.get('/profile')).text()).toContain('Your choice is saved');
  expect(await choicesOf(person)).toEqual({ ...NONE, delivery_delayed: true });
  await person.post('/profile/notifications', {});
  expect(await choicesOf(person)).toEqual(NONE);
  expect(await choicesOf(other)).toEqual(ALL);
});

test('a form with another value changes nothing', async () => {
  const person = await web.person();
  const answer = await person.post('/profile/notifications', { delivery_opened: 'perhaps' });
  expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining('This is either true or false')]);
  expect(await choicesOf(person)).toEqual(ALL);
});

describe('a program', () => {
  test('reads the choices, and changes one without the others', async () => {
    const helena = await newClient(web);
    expect((await helena.call('GET /user/notifications')).body).toEqual(ALL);
    const changed = await helena.call('PUT /user/notifications', { json: { delivery_opened: false } });
    expect([changed.status, changed.body]).toEqual([200, { ...ALL, delivery_opened: false }]);
    expect((await helena.call('GET /user/notifications')).body).toEqual({ ...ALL, delivery_opened: false });
  });

  test('is refused without a choice, with another value, and without a token', async () => {
    const helena = await newClient(web);
    for (const json of [{}, { delivery_opened: 'on' }, { address_check: null }, { receipts: false }])
      expect((await helena.call('PUT /user/notifications', { json })).status).toBe(422);
    expect((await call(web, 'PUT /user/notifications', { json: { address_check: false } })).status).toBe(401);
    expect((await helena.call('GET /user/notifications')).body).toEqual(ALL);
  });
});

describe('the "unsubscribe" of a mail program', () => {
  async function invited() {
    const person = await web.person();
    const [user] = await web.query<{ id: string }>('select id from users where email = ?', [person.email]);
    const id = user?.id ?? '';
    return { person, id, link: `/unsubscribe/${unsubscribeSecret(web.keyring, id, 'delivery_opened')}` };
  }
  const off = { ...ALL, delivery_opened: false };

  test('shows what it is about, and looking changes nothing', async () => {
    const { person, link } = await invited();
    const [status, page] = await lookAt(web, link);
    expect([status, page]).toEqual([200, expect.stringContaining('the first time something you sent is opened')]);
    expect(page).not.toContain(person.email);
    expect((await web.visitor().send(link, { method: 'HEAD' })).status).toBe(200);
    expect(await choicesOf(person)).toEqual(ALL);
  });

  test.each<[by: string, body: string, headers: Record<string, string>]>([
    ['the button of its page', '', { 'sec-fetch-site': 'same-origin' }],
    ['a provider’s one POST', 'List-Unsubscribe=One-Click', {}],
    ['a page of a mail program', 'List-Unsubscribe=One-Click', { origin: 'https://mail.example' }],
  ])('turns off these emails only, by %s', async (_by, sent, headers) => {
    const { person, link } = await invited();
    const body = new URLSearchParams(sent);
    const visitor = web.visitor();
    const answer = await visitor.send(link, { method: 'POST', body, headers });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('These emails are off.')]);
    expect(await choicesOf(person)).toEqual(off);
    expect(visitor.cookies.size).toBe(0);
    expect((await lookAt(web, link))[1]).toContain('These emails are off.');
  });

  test('takes the form data that RFC 8058 recommends, and may be repeated', async () => {
    const { person, link } = await invited();
    for (const _ of [1, 2]) {
      const body = new FormData();
      body.append('List-Unsubscribe', 'One-Click');
      expect((await web.visitor().send(link, { method: 'POST', body })).status).toBe(200);
    }
    expect(await choicesOf(person)).toEqual(off);
  });

  test('is no check-in: a mail program may do it', async () => {
    const { person, id, link } = await invited();
    await web.query(
      `insert into emergency_protocols (owner_id, is_active, inactive_days, safety_days, last_check_in, revision, synced_revision)
       values (?, true, 30, 3, '2026-01-01T00:00:00Z', 1, 1)
       on conflict (owner_id) do update set is_active = true, last_check_in = excluded.last_check_in`,
      [id],
    );
    await person.post(link);
    const checkedIn =
      "select last_check_in > now() - interval '1 day' as lately from emergency_protocols where owner_id = ?";
    expect(await web.query(checkedIn, [id])).toEqual([{ lately: false }]);
  });

  test('does nothing with another secret, and counts it', async () => {
    const { person, id, link } = await invited();
    const from = { 'x-forwarded-for': '203.0.113.9' };
    for (const secret of ['x', linkSecret(web.keyring, 'check-in', id, 1), linkSecret(web.keyring, 'delivery', id, 1)])
      for (const method of ['GET', 'POST'])
        expect((await web.visitor().send(`/unsubscribe/${secret}`, { method, headers: from })).status).toBe(404);
    await web.query('update rate_limits set points = ? where key like ?', [
      WRONG_LINKS_FROM.tries,
      `${WRONG_LINKS_FROM.name}:%`,
    ]);
    expect((await web.visitor().get('/unsubscribe/x', from)).status).toBe(429);
    expect((await web.visitor().get(link, from)).status).toBe(200);
    expect(await choicesOf(person)).toEqual(ALL);
  });

  test('gives no access to anything else', async () => {
    const { link } = await invited();
    const secret = link.split('/').at(-1) ?? '';
    for (const path of ['/check-in/', '/contact/', '/address/', '/m/'])
      expect((await web.visitor().get(`${path}${secret}`)).status).toBe(404);
  });
});
