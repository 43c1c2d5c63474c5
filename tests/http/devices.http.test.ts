/** What a person sees and ends of their sessions, and what a new password ends. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { holds } from '#tests/spec/holds.ts';
import { sessionsOn } from './sign-in.ts';
import { startWeb, type Web } from './web.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

const { enterByPage, tokenOf, call, isOpen, seesPages, problem } = sessionsOn(() => web);

describe('devices', () => {
  test('are listed by name with this one first, end one by one, and never those of others', async () => {
    const person = await web.person();
    const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0';
    const away = await enterByPage(person.email, windows);
    const token = await tokenOf(person.email);
    const devices = (await (await call(token, 'GET /auth/sessions')).json()) as {
      id: string;
      device: string;
      is_current: boolean;
    }[];
    expect(devices.map((one) => one.is_current)).toEqual([true, false, false]);
    const edge = devices.find((one) => one.device === 'Edge on Windows');
    const stranger = await tokenOf((await web.person()).email);
    expect((await call(stranger, `DELETE /auth/sessions/${edge?.id}`)).status).toBe(404);
    expect((await call(token, `DELETE /auth/sessions/${randomUUID()}`)).status).toBe(404);
    expect(await seesPages(away.visitor)).toBe(true);
    expect((await call(token, `DELETE /auth/sessions/${edge?.id}`)).status).toBe(204);
    expect([await seesPages(away.visitor), await seesPages(person)]).toEqual([false, true]);
    expect((await call(token, 'DELETE /auth/sessions')).status).toBe(204);
    expect([await seesPages(person), await isOpen(token), await isOpen(stranger)]).toEqual([false, true, true]);
  });

  test('can be signed out on the page, without scripts: one, then all others', async () => {
    const person = await web.person();
    const [first, second] = [await enterByPage(person.email, 'curl/8'), await enterByPage(person.email)];
    const html = await (await person.get('/profile')).text();
    expect(html).toContain('Firefox on Linux');
    expect(html).toContain('A browser or program we don’t recognise');
    const [row] = await web.query<{ id: string }>("select id from sessions where user_agent = 'curl/8'");
    expect(html).toContain(`name="device" value="${row?.id}"`);
    const stranger = await web.person();
    await stranger.post('/profile/devices', { device: row?.id ?? '' });
    expect(await seesPages(first.visitor)).toBe(true);
    await person.post('/profile/devices', { device: row?.id ?? '' });
    expect([await seesPages(first.visitor), await seesPages(second.visitor)]).toEqual([false, true]);
    await person.post('/profile/devices');
    expect([await seesPages(second.visitor), await seesPages(person)]).toEqual([false, true]);
    expect(await seesPages(stranger)).toBe(true);
  });
});

describe('the page Security', () => {
  const PAGE = '/profile/security';
  const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1';
  const pageOf = async (visitor: { get(path: string): Promise<Response> }) => (await visitor.get(PAGE)).text();
  /** @returns a section of the page as its text */
  const section = (html: string, id: string) =>
    (new RegExp(`<section[^>]*aria-labelledby="${id}".*?</section>`, 's').exec(html)?.[0] ?? '')
      .replaceAll('<!-- -->', '')
      .replace(/<[^>]+>/g, ' ');

  test('lists the devices, with this one marked, and signs out one or all others without leaving', async () => {
    const person = await web.person();
    const [phone, second] = [await enterByPage(person.email, PHONE), await enterByPage(person.email)];
    const html = await pageOf(person);
    const devices = section(html, 'h-devices');
    expect(devices).toMatch(/Safari on an iPhone\s+Last used on .+\. Signed in since .+\./);
    expect(devices.match(/\bhere\b/g)).toHaveLength(1);
    expect(devices).toContain('Sign out everywhere else');
    const [row] = await web.query<{ id: string }>('select id from sessions where user_agent = ?', [PHONE]);
    expect(html).toContain(`name="device" value="${row?.id}"`);
    const one = await person.post('/profile/devices', { security: '', device: row?.id ?? '' });
    expect([one.headers.get('location'), await seesPages(phone.visitor), await seesPages(second.visitor)]).toEqual([
      PAGE,
      false,
      true,
    ]);
    expect(section(await pageOf(person), 'h-devices')).not.toContain('Sign out everywhere else');
    expect((await person.post('/profile/devices', { security: '' })).headers.get('location')).toBe(PAGE);
    expect([await seesPages(second.visitor), await seesPages(person)]).toEqual([false, true]);
  });

  test('says since when the password is the present one, and leads to the form; without one, to the mail that sets one', async () => {
    const person = await web.person();
    const before = await pageOf(person);
    expect(section(before, 'h-password')).toContain('The one that you signed up with.');
    expect(before).toMatch(/href="\/profile\/password"[^>]*>Change it/);
    await person.post('/profile/password', { current_password: 'stillhere', new_password: 'three plain words' });
    expect(section(await pageOf(person), 'h-password')).toMatch(/Changed on \d{1,2} \w+ \d{4}\./);
    await web.query('update users set password_hash = null where email = ?', [person.email]);
    const without = await pageOf(person);
    expect(section(without, 'h-password')).toMatch(/You have no password\.\s+Set one by email/);
    expect(without).not.toContain('href="/profile/password"');
  });
});

describe('known browsers', () => {
  const knownIn = (html: string) => [...html.matchAll(/name="known" value="([\w-]+)"/g)].map(([, id]) => id ?? '');

  test('are on a page of their own, each can be forgotten there without scripts, and never that of another person', async () => {
    const person = await web.person();
    const { visitor } = await enterByPage(person.email);
    const html = await (await visitor.get('/profile/browsers')).text();
    expect(html).toContain('Firefox on Linux, <strong>this browser</strong>');
    const [own = '', other = ''] = knownIn(html);
    await (await web.person()).post('/profile/devices', { known: own });
    expect(knownIn(await (await visitor.get('/profile/browsers')).text())).toEqual([own, other]);
    const done = await visitor.post('/profile/devices', { known: own });
    expect(done.headers.get('location')).toBe('/profile/browsers');
    const after = await (await visitor.get('/profile/browsers')).text();
    expect([knownIn(after), after.includes('We’ve forgotten that browser')]).toEqual([[other], true]);
    // It gave no access, so the sessions stay.
    expect([await seesPages(visitor), await seesPages(person)]).toEqual([true, true]);
    for (const known of [own, 'x', '']) expect((await visitor.post('/profile/devices', { known })).status).toBe(302);
  });

  test('are forgotten with a new password', async () => {
    const person = await web.person();
    const change = { current_password: 'stillhere', new_password: 'three plain words' };
    expect(knownIn(await (await person.get('/profile/browsers')).text())).toHaveLength(1);
    await person.post('/profile/password', change);
    expect(knownIn(await (await person.get('/profile/browsers')).text())).toEqual([]);
    await person.post('/logout');
    await person.post('/auth', { email: person.email, password: 'three plain words' });
    expect(knownIn(await (await person.get('/profile/browsers')).text())).toHaveLength(1);
  });
});

describe('a new password', () => {
  const change = { current_password: 'stillhere', new_password: 'three plain words' };

  test('needs the old one, ends every other session, and sends a mail', async () => {
    const person = await web.person();
    const [token, other] = [await tokenOf(person.email), await tokenOf(person.email)];
    const wrong = await call(token, 'POST /auth/password', { ...change, current_password: 'not it at all' });
    expect([wrong.status, (await problem(wrong)).errors?.[0]?.field]).toEqual([422, 'current_password']);
    expect(await isOpen(other)).toBe(true);
    expect((await call(token, 'POST /auth/password', change)).status).toBe(204);
    expect([await isOpen(token), await isOpen(other), await seesPages(person)]).toEqual([true, false, false]);
    const login = (password: string) => call(null, 'POST /auth/login', { email: person.email, password });
    expect([(await login('stillhere')).status, (await login(change.new_password)).status]).toEqual([401, 200]);
    expect(
      await web.query("select 1 from account_mails where kind = 'password-changed' and email = ?", [person.email]),
    ).toHaveLength(1);
  });

  test('can be set on the page, whose form keeps no password when it comes back', async () => {
    const person = await web.person();
    const token = await tokenOf(person.email);
    const refused = await person.post('/profile/password', { ...change, current_password: 'not it at all' });
    const html = await refused.text();
    expect([refused.status, html.includes('That isn’t your password')]).toEqual([422, true]);
    expect(html).not.toContain('not it at all');
    expect(html).not.toContain(change.new_password);
    expect((await person.post('/profile/password', change)).headers.get('location')).toBe('/profile');
    expect(await (await person.get('/profile')).text()).toContain('Password changed');
    expect(await isOpen(token)).toBe(false);
  });

  test('of two changes at the same moment one is made', async () => {
    const { email } = await web.person();
    const tokens = [await tokenOf(email), await tokenOf(email)];
    const answers = await Promise.all(tokens.map((token) => call(token, 'POST /auth/password', change)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect((await Promise.all(tokens.map(isOpen))).filter(Boolean)).toHaveLength(1);
  });
});

describe('the profile', () => {
  test('is changed by calls, one thing at a time', async () => {
    holds('S7-7');
    const { email } = await web.person();
    const token = await tokenOf(email);
    const put = (body: unknown) => call(token, 'PUT /user/profile', body);
    expect(await (await put({ name: '  Ana Búzio ' })).json()).toMatchObject({ name: 'Ana Búzio', picture: null });
    await put({ time_zone: 'Asia/Tokyo', picture: null });
    expect(await (await call(token, 'GET /user/profile')).json()).toMatchObject({
      email,
      name: 'Ana Búzio',
      time_zone: 'Asia/Tokyo',
    });
  });

  test.each([
    [{}, undefined],
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(121) }, 'name'],
    [{ time_zone: 'Nowhere/Land' }, 'time_zone'],
    [{ picture: 'https://elsewhere.example/me.png' }, 'picture'],
    [{ name: 'Not kept', picture: `/api/user/picture/${randomUUID()}` }, 'picture'],
  ])('refuses %j, at its field where there is one, and changes nothing', async (body, field) => {
    const { email } = await web.person();
    const token = await tokenOf(email);
    const response = await call(token, 'PUT /user/profile', body);
    expect([response.status, (await problem(response)).errors?.[0]?.field]).toEqual([422, field]);
    expect(await (await call(token, 'GET /user/profile')).json()).toMatchObject({ name: 'Helena Duarte' });
  });

  test('is changed on its page, with the toasts of the catalogue', async () => {
    holds('S2-38', 'S8-23');
    const person = await web.person();
    const fields = { name: 'Ana Búzio', time_zone: 'Asia/Tokyo' };
    expect((await person.post('/profile', fields)).headers.get('location')).toBe('/profile');
    const html = await (await person.get('/profile')).text();
    expect(html).toContain('Profile updated!');
    expect(html).toMatch(/<input[^>]*id="profile-email"[^>]*readOnly/i);
    expect(html).toContain('value="Ana Búzio"');
    expect(html).toMatch(/<option value="Asia\/Tokyo" selected=""/);
    const refused = await person.post('/profile', { ...fields, name: '' });
    expect([refused.status, (await refused.text()).includes('Please enter your full name')]).toEqual([422, true]);
  });
});
