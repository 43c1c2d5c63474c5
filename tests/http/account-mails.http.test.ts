/** Links from mails about accounts, as browsers and mail scanners meet them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unconfirm } from '#tests/harness/account.ts';
import { accountMailsOn } from './account-links.ts';
import type { Visitor } from './visitor.ts';
import { startWeb, type Web } from './web.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

const { linkOf, mailsTo } = accountMailsOn(() => web);
const hasBanner = async (visitor: Visitor) =>
  (await (await visitor.get('/dashboard')).text()).includes('action="/profile/email/confirm"');

/** A person who has just signed up. */
async function newcomer() {
  const person = await web.person();
  await unconfirm(web.query, person.email);
  return person;
}

async function forgot(email: string): Promise<Response> {
  return web.visitor().post('/auth/forgot', { email });
}

describe('confirming an address', () => {
  test('needs a press of the button: mail scanners follow links', async () => {
    const person = await newcomer();
    const link = await linkOf(person.email, 'confirm-email');
    expect(await hasBanner(person)).toBe(true);
    expect(await (await person.get('/shared')).text()).toContain('action="/profile/email/confirm"');

    const asked = await person.get(link);
    const page = await asked.text();
    expect(asked.status).toBe(200);
    expect(asked.headers.get('cache-control')).toBe('no-store');
    expect(page).toContain(person.email);
    expect(page).toContain(`<form action="${link}" method="post">`);
    expect(page).not.toMatch(/<script|type="password"/);
    expect(await hasBanner(person)).toBe(true);
    const toDo = 'Please confirm your email: open the link we sent you.';
    expect(await (await person.get('/dashboard')).text()).toContain(toDo);

    // From a phone that does not say where a form came from.
    const confirmed = await person.send(link, { method: 'POST', body: new URLSearchParams() });
    expect([confirmed.status, confirmed.headers.get('location')]).toEqual([302, '/dashboard']);
    const dashboard = await (await person.get('/dashboard')).text();
    for (const words of ['Thank you. Your address is confirmed.', 'Nothing needs you today.'])
      expect(dashboard).toContain(words);
    expect(await hasBanner(person)).toBe(false);
    for (const again of [await web.visitor().get(link), await web.visitor().post(link)]) expect(again.status).toBe(410);
  });

  test('asks for the password in any other browser, also in that of another account', async () => {
    const [person, other] = [await newcomer(), await web.person()];
    const link = await linkOf(person.email, 'confirm-email');
    for (const visitor of [web.visitor(), other]) {
      const page = await (await visitor.get(link)).text();
      expect(page).toMatch(/autocomplete="current-password"/i);
      expect(page).toContain('href="?new"');
      expect(page).not.toContain('<script');
      const refusals = [await visitor.post(link), await visitor.post(link, { password: 'not it at all' })];
      expect(refusals.map(({ status }) => status)).toEqual([422, 401]);
      const [pressed = '', wrong = ''] = await Promise.all(refusals.map((refusal) => refusal.text()));
      expect(pressed).toContain('Please enter your password');
      expect(wrong).toContain('That isn’t your password');
      expect(wrong).not.toContain('not it at all');
    }
    expect(await hasBanner(person)).toBe(true);
    const phone = web.visitor();
    const confirmed = await phone.post(link, { password: 'stillhere' });
    expect([confirmed.status, await confirmed.text()]).toEqual([200, expect.stringContaining('is confirmed')]);
    expect((await phone.get('/dashboard')).headers.get('location')).toBe('/');
    expect(await hasBanner(person)).toBe(false);
  });

  test('offers to choose a new password there, which ends the old one and every session', async () => {
    const person = await newcomer();
    const link = await linkOf(person.email, 'confirm-email');
    const owner = web.visitor();
    const page = await (await owner.get(`${link}?new`)).text();
    expect(page).toMatch(/autocomplete="new-password"/i);
    expect(page).not.toContain('<script');
    for (const short of ['', '12345']) {
      const refused = await owner.post(link, { new_password: short });
      expect([refused.status, (await refused.text()).includes('name="new_password"')]).toEqual([422, true]);
    }
    const done = await owner.post(link, { new_password: 'three plain words' });
    expect([done.status, done.headers.get('location'), owner.cookies.has('known')]).toEqual([302, '/auth', true]);
    expect(await (await owner.get('/auth')).text()).toContain(
      'Your address is confirmed. Sign in with your new password.',
    );
    expect((await person.get('/dashboard')).headers.get('location')).toBe('/');
    expect((await web.visitor().post('/auth', { email: person.email, password: 'stillhere' })).status).toBe(401);
    expect((await owner.post('/auth', { email: person.email, password: 'three plain words' })).status).toBe(302);
    expect(await mailsTo(person.email)).toContainEqual({ kind: 'password-changed' });
    for (const again of [await owner.get(link), await owner.post(link, { new_password: 'and another' })])
      expect(again.status).toBe(410);
  });

  test('counts wrong passwords like those of a sign-in', async () => {
    const person = await newcomer();
    const link = await linkOf(person.email, 'confirm-email');
    await web.query('delete from rate_limits');
    await web.visitor().post(link, { password: 'not it at all' });
    await web.visitor().post('/auth', { email: person.email, password: 'not it at all' });
    const rows = await web.query<{ key: string; points: number }>(
      'select key, points from rate_limits order by key collate "C"',
    );
    expect(rows.map(({ key, points }) => [key.split(':')[0], points])).toEqual([
      ['password-any', 2],
      ['password', 2],
    ]);
  });

  test('can be requested again from the banner, which leads back to its page', async () => {
    const person = await newcomer();
    const from = { referer: `${web.origin}/schedule?new` };
    await web.query('delete from jobs where subject in (select id::text from account_mails where email = ?)', [
      person.email,
    ]);
    for (const _ of [1, 2]) {
      const response = await person.post('/profile/email/confirm', {}, from);
      expect([response.status, response.headers.get('location')]).toEqual([302, '/schedule?new']);
    }
    expect(await mailsTo(person.email)).toEqual([{ kind: 'confirm-email' }, { kind: 'confirm-email' }]);
    expect(await (await person.get('/dashboard')).text()).toContain('We’ve emailed the link again');
  });

  test('cannot be requested by a visitor', async () => {
    const response = await web.visitor().post('/profile/email/confirm');
    expect(response.status).toBe(401);
  });
});

describe('a forgotten password', () => {
  test('gets the same answer with and without an account, and a mail only with one', async () => {
    const { email } = await web.person();
    const [known, unknown] = [await forgot(email.toUpperCase()), await forgot('nobody@example.com')];
    expect([known.status, unknown.status]).toEqual([200, 200]);
    expect(await known.text()).toBe(await unknown.text());
    expect(await mailsTo(email)).toContainEqual({ kind: 'reset-password' });
    expect(await mailsTo('nobody@example.com')).toEqual([]);
  });

  test('needs an address; what was typed stays', async () => {
    const response = await forgot('half an address');
    const page = await response.text();
    expect(response.status).toBe(422);
    expect(page).toContain('Please enter a valid email');
    expect(page).toContain('value="half an address"');
    expect(await (await web.visitor().get('/auth')).text()).toContain('href="/auth/forgot"');
  });

  test('is replaced by the link, once, and every device is signed out', async () => {
    const person = await web.person();
    // From a phone that does not say where a form came from.
    const send = (visitor: ReturnType<Web['visitor']>, path: string, fields: Record<string, string>) =>
      visitor.send(path, { method: 'POST', body: new URLSearchParams(fields) });
    expect((await send(web.visitor(), '/auth/forgot', { email: person.email })).status).toBe(200);
    const link = await linkOf(person.email, 'reset-password');
    expect(await (await web.visitor().get(link)).text()).toMatch(/autocomplete="new-password"/i);

    const short = await web.visitor().post(link, { password: '12345' });
    const page = await short.text();
    expect([short.status, page.includes('12345')]).toEqual([422, false]);
    expect(page).toContain('Your password needs at least 6 characters');

    const visitor = web.visitor();
    const done = await send(visitor, link, { password: 'three plain words' });
    expect([done.status, done.headers.get('location')]).toEqual([302, '/auth']);
    // A static page has no place for a toast, so it waits for the next page.
    await visitor.get('/auth/forgot');
    expect(await (await visitor.get('/auth')).text()).toContain('Your password was changed. Sign in with the new one.');
    expect((await person.get('/dashboard')).headers.get('location')).toBe('/');
    expect((await visitor.post('/auth', { email: person.email, password: 'stillhere' })).status).toBe(401);
    expect((await visitor.post('/auth', { email: person.email, password: 'three plain words' })).status).toBe(302);
    expect(await mailsTo(person.email)).toContainEqual({ kind: 'password-changed' });
    expect((await web.visitor().post(link, { password: 'and another one' })).status).toBe(410);
  });

  test('is not replaced by a link that is expired, forged, or for another purpose', async () => {
    const { email } = await web.person();
    await forgot(email);
    const link = await linkOf(email, 'reset-password');
    const confirmation = (await linkOf(email, 'confirm-email')).replace('/confirm/', '/reset/');
    const forged = link.slice(0, -1) + (link.endsWith('A') ? 'B' : 'A');
    for (const wrong of [confirmation, forged, '/auth/reset/x']) {
      expect((await web.visitor().get(wrong)).status).toBe(404);
      expect((await web.visitor().post(wrong, { password: 'three plain words' })).status).toBe(404);
    }
    await web.query("update secrets set expires_at = now() - interval '1 second' where email = ?", [email]);
    expect((await web.visitor().get(link)).status).toBe(410);
    expect((await web.visitor().post(link, { password: 'three plain words' })).status).toBe(410);
    expect((await web.visitor().post('/auth', { email, password: 'stillhere' })).status).toBe(302);
  });
});
