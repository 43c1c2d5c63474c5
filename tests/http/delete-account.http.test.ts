/** The end of an account, on the page without any script and as a call. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newClient } from '#tests/api/client.ts';
import { startWeb, type Web } from './web.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

const there = async (email: string) => (await web.query('select 1 from users where email = ?', [email])).length === 1;

test('says what goes, asks for the password, and leaves a visitor', async () => {
  const helena = await web.person();
  const letter = await helena.post('/create', { title: 'For Ana', content: 'Dear Ana,' });
  const content_id = new URL(letter.headers.get('location') ?? '', web.origin).searchParams.get('content') ?? '';
  await helena.post('/schedule?new', {
    content_id,
    delivery_type: 'email',
    recipient_email: 'ana@example.com',
    date: '2060-05-04',
    time: '09:00',
    time_zone: 'UTC',
  });
  await web.query(
    `insert into subscriptions (owner_id, plan, paid_each, stripe_customer_id, stripe_subscription_id)
     select id, 'plus', 'month', 'cus_1', 'sub_1' from users where email = ?
     on conflict (owner_id) do update set plan = 'plus', paid_each = 'month', stripe_customer_id = 'cus_1',
       stripe_subscription_id = 'sub_1' returning owner_id`,
    [helena.email],
  );
  const page = (await (await helena.get('/profile/delete')).text()).replaceAll('<!-- -->', '');
  expect(page).toContain('“For Ana” to ana@example.com on Tuesday 4 May 2060');
  expect(page).toContain('1 item in your vault, 0.01 MB in all, will be gone.');
  expect(page).toContain('Your Plus subscription is cancelled, and we charge nothing more.');
  expect(page).toContain('Delete everything');

  const without = await helena.post('/profile/delete', { password: '' });
  expect([without.status, await without.text()]).toMatchObject([422, expect.stringContaining('enter your password')]);
  const wrong = await helena.post('/profile/delete', { password: 'not-this-one' });
  expect(wrong.status).toBe(401);
  expect(await wrong.text()).toContain('That isn’t your password');
  expect(await there(helena.email)).toBe(true);

  const gone = await helena.post('/profile/delete', { password: 'stillhere' });
  expect([gone.status, gone.headers.get('location')]).toEqual([302, '/']);
  expect(await there(helena.email)).toBe(false);
  expect(helena.cookies.has('session')).toBe(false);
  expect((await helena.get('/dashboard')).headers.get('location')).toBe('/');
});

test('asks an owner without a password for none, but for a sign-in that is not long ago', async () => {
  const rui = await web.person('Rui');
  const whose = '(select id from users where email = ?)';
  await web.query('update users set password_hash = null where email = ?', [rui.email]);
  await web.query(`update sessions set proved_at = now() - interval '11 minutes' where user_id = ${whose}`, [
    rui.email,
  ]);
  expect(await (await rui.get('/profile/delete')).text()).not.toContain('type="password"');
  const late = await rui.post('/profile/delete', { password: '' });
  expect([late.status, await late.text()]).toMatchObject([403, expect.stringContaining('sign out and in again first')]);
  await web.query(`update sessions set proved_at = now() where user_id = ${whose}`, [rui.email]);
  expect((await rui.post('/profile/delete', { password: '' })).headers.get('location')).toBe('/');
  expect(await there(rui.email)).toBe(false);
});

test('is a call, too, which needs the password as well as the token', async () => {
  const program = await newClient(web);
  for (const [body, status] of [
    [{}, 422],
    [{ password: 'not-this-one' }, 401],
  ] as const)
    expect((await program.call('POST /user/delete', { json: body })).status).toBe(status);
  expect(await there(program.email)).toBe(true);
  expect((await program.call('POST /user/delete', { json: { password: 'stillhere' } })).status).toBe(204);
  expect(await there(program.email)).toBe(false);
  expect((await program.call('GET /auth/me')).status).toBe(401);
});
