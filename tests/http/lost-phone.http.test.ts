/** A lost phone on pages without scripts: it is begun after the password, every device and link can stop it, and it ends in a sign-in. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkSecret } from '#services/crypto/link.ts';
import { withCodes } from '#tests/harness/codes.ts';
import { readyToRun } from './ready-to-run.ts';
import type { Visitor } from './visitor.ts';
import { startWeb, type Web } from './web.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

const LOST = '/auth/code/lost';
const STOP = '/profile/security/lost';
const location = (response: Response) => response.headers.get('location')?.split('#')[0] ?? null;

/** A person who is signed in on one device, and has codes. */
async function personWithCodes() {
  const person = await web.person();
  const [row] = await web.query<{ id: string }>('select id from users where email = ?', [person.email]);
  const id = row?.id ?? '';
  await withCodes({ em: web.fork(), keyring: web.keyring, now: new Date() }, { id, email: person.email });
  return { person, id, email: person.email };
}

/** The first step on another device. */
async function begin(email: string): Promise<Visitor> {
  const visitor = web.visitor();
  expect(location(await visitor.post('/auth', { email, password: 'stillhere' }))).toBe('/auth/code');
  return visitor;
}

/** The same, and they have said that the phone is lost. */
async function lost() {
  const owner = await personWithCodes();
  const visitor = await begin(owner.email);
  const answer = await visitor.post(LOST);
  return { ...owner, visitor, answer };
}

async function linkOf(id: string, purpose: 'lost-phone' | 'stop-lost-phone'): Promise<string> {
  const [row] = await web.query<{ id: string }>('select id from secrets where user_id = ? and purpose = ?', [
    id,
    purpose,
  ]);
  return `/auth/lost/${linkSecret(web.keyring, purpose, row?.id ?? '', 0)}`;
}

/** As if the 72 hours had begun so much earlier. */
const pass = (id: string, hours: number) =>
  web.query(
    `update secrets set created_at = created_at - make_interval(hours => ?) where user_id = ? and purpose like '%lost-phone'`,
    [hours, id],
  );
const isWaiting = async (id: string) =>
  (await web.query("select 1 from secrets where user_id = ? and purpose = 'lost-phone' and used_at is null", [id]))
    .length > 0;

test('begins after the password, by a button, and says until when it runs', async () => {
  const { id, email } = await personWithCodes();
  const nobody = web.visitor();
  expect([location(await nobody.get(LOST)), location(await nobody.post(LOST))]).toEqual(['/auth', '/auth']);
  const visitor = await begin(email);
  expect(await (await visitor.get('/auth/code?recovery')).text()).toContain(`href="${LOST}"`);
  const page = await (await visitor.get(LOST)).text();
  expect([page.includes('Begin the 72 hours'), page.includes('<script'), await isWaiting(id)]).toEqual([
    true,
    false,
    false,
  ]);
  const begun = await (await visitor.post(LOST)).text();
  expect([begun.includes('The 72 hours have begun.'), await isWaiting(id)]).toEqual([true, true]);
  for (const again of [await visitor.get(LOST), await visitor.post(LOST)])
    expect(await again.text()).toContain('The 72 hours have begun.');
  expect(
    await web.query("select kind from account_mails where user_id = ? and kind like 'lost%' order by kind", [id]),
  ).toEqual([{ kind: 'lost-phone-begun' }, { kind: 'lost-phone-over' }]);
});

test('each page of a device that is signed in says so, and its button stops it there', async () => {
  const { person, id } = await lost();
  for (const path of ['/dashboard', '/create', '/profile', '/profile/security', '/emergency']) {
    const page = await (await person.get(path)).text();
    expect([path, page.includes('says that your phone is lost'), page.includes(`action="${STOP}"`)]).toEqual([
      path,
      true,
      true,
    ]);
  }
  expect(await (await (await web.person()).get('/dashboard')).text()).not.toContain('your phone is lost');
  expect(location(await (await web.person()).post(STOP))).toBe('/profile/security');
  expect([location(await person.get(STOP)), await isWaiting(id)]).toEqual(['/profile/security', true]);
  const stopped = await person.post(STOP, {}, { referer: `${web.origin}/create` });
  expect([location(stopped), await isWaiting(id)]).toEqual(['/create', false]);
  const page = await (await person.get('/create')).text();
  expect([page.includes('It was stopped'), page.includes('says that your phone is lost')]).toEqual([true, false]);
});

test('the link of the mail asks first, then stops it, also on a phone of 2015', async () => {
  const { id } = await lost();
  const link = await linkOf(id, 'stop-lost-phone');
  const page = await (await web.visitor().get(link)).text();
  expect([page.includes('Stop it?'), page.includes('<script'), await isWaiting(id)]).toEqual([true, false, true]);
  const old = await web.fetch(link, { method: 'POST' });
  expect([(await old.text()).includes('It was stopped.'), await isWaiting(id)]).toEqual([true, false]);
  expect((await web.visitor().get(link)).status).toBe(410);
  expect((await web.visitor().get('/auth/lost/x')).status).toBe(404);
});

test('“This was not me” stops it, too', async () => {
  const { id } = await lost();
  const [mail] = await web.query<{ id: string }>(
    "select id from account_mails where user_id = ? and kind = 'factors-changed'",
    [id],
  );
  await web.visitor().post(`/auth/not-me/${linkSecret(web.keyring, 'not-me', mail?.id ?? '', 0)}`);
  expect(await isWaiting(id)).toBe(false);
});

test('after the wait, the link and the password sign in, and codes are off', async () => {
  const { id, email } = await lost();
  const link = await linkOf(id, 'lost-phone');
  const visitor = web.visitor();
  expect((await visitor.post(link, { password: 'stillhere' })).status).toBe(410);
  await pass(id, 72);
  expect(await (await visitor.get(link)).text()).toContain('Sign in without a code.');
  for (const [password, status] of [
    ['wrong one', 401],
    ['', 422],
  ] as const) {
    const refused = await visitor.post(link, { password });
    expect([refused.status, visitor.cookies.has('session')]).toEqual([status, false]);
  }
  const done = await visitor.post(link, { password: 'stillhere' });
  expect(location(done)).toBe('/profile/security');
  const page = await (await visitor.get('/profile/security')).text();
  expect([page.includes('codes are off'), page.includes('Turn on')]).toEqual([true, true]);
  expect(location(await web.visitor().post('/auth', { email, password: 'stillhere' }))).toBe('/dashboard');
  expect((await web.visitor().post(link, { password: 'stillhere' })).status).toBe(410);
});

test('checking in works as ever in the meantime', async () => {
  const { person, id, visitor } = await lost();
  await readyToRun(web, person);
  await person.post('/emergency/arm');
  const silent = () =>
    web.query(
      `update emergency_protocols set stage = 'reminding', last_check_in = now() - interval '24 days' where owner_id = ?`,
      [id],
    );
  const stage = async () =>
    (await web.query<{ stage: string }>('select stage from emergency_protocols where owner_id = ?', [id]))[0]?.stage;
  const episode = async () =>
    (await web.query<{ episode: number }>('select episode from emergency_protocols where owner_id = ?', [id]))[0]
      ?.episode ?? 1;
  for (const checkIn of [
    () => visitor.post('/auth/code', { intent: 'check-in' }),
    async () => web.visitor().post(`/check-in/${linkSecret(web.keyring, 'check-in', id, await episode())}`),
    () => person.post('/emergency/check-in'),
  ]) {
    await silent();
    await checkIn();
    expect([await stage(), await isWaiting(id)]).toEqual(['armed', true]);
  }
});
