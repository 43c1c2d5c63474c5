import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { holds } from '#tests/spec/holds.ts';
import { startWeb, type Web } from './web.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

let people = 0;
const newAccount = () => ({
  name: 'Ana Búzio',
  email: `ana-${++people}@example.com`,
  password: 'three plain words',
  time_zone: 'Asia/Tokyo',
});

/** Where a redirect leads, its code left out; null for anything else. */
const target = (response: Response) =>
  response.status === 302 ? (response.headers.get('location')?.replace(/[\w-]{48}$/, '…') ?? null) : null;
const cookieOf = (response: Response, name: string) =>
  response.headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`));

describe('signing up', () => {
  test('opens an account, signs in, and leaves a word for the next page only', async () => {
    holds('S2-8', 'S2-15', 'S8-20');
    const visitor = web.visitor();
    const response = await visitor.post('/auth?mode=sign-up', newAccount());
    expect(target(response)).toBe('/dashboard#session_id=…');
    const first = await visitor.get('/dashboard');
    expect(first.status).toBe(200);
    expect(await first.text()).toContain('Registration successful!');
    expect(await (await visitor.get('/dashboard')).text()).not.toContain('Registration successful!');
  });

  test('keeps email in one form, the zone of the browser, and no password', async () => {
    const fields = { ...newAccount(), email: '  Ana.Maria@EXAMPLE.com ' };
    await web.visitor().post('/auth?mode=sign-up', fields);
    const [row] = await web.query<Record<string, unknown>>("select * from users where email = 'ana.maria@example.com'");
    expect(row).toMatchObject({ name: 'Ana Búzio', time_zone: 'Asia/Tokyo' });
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3/);
    expect(JSON.stringify(row)).not.toContain(fields.password);
  });

  test.each(['', 'Nowhere/Land', '../etc/passwd', 'x'.repeat(60)])(
    'does without the zone when it is %j',
    async (time_zone) => {
      const fields = { ...newAccount(), time_zone };
      expect(target(await web.visitor().post('/auth?mode=sign-up', fields))).toBe('/dashboard#session_id=…');
      expect(await web.query('select time_zone from users where email = ?', [fields.email])).toEqual([
        { time_zone: 'UTC' },
      ]);
    },
  );

  test('says what is missing, at each field, and keeps what was typed but the password', async () => {
    holds('S5-1');
    const response = await web
      .visitor()
      .post('/auth?mode=sign-up', { name: '', email: 'not-an-address', password: '12345' });
    const page = await response.text();
    expect(response.status).toBe(422);
    for (const words of [
      'Please enter your full name',
      'Please enter a valid email',
      'Your password needs at least 6 characters',
    ])
      expect(page).toContain(words);
    expect(page).toContain('value="not-an-address"');
    expect(page).not.toContain('12345');
    expect(page).toMatch(/<input[^>]*id="sign-up-form-name"[^>]*aria-invalid="true"[^>]*>/);
    expect(page.match(/autofocus/gi)).toHaveLength(1);
  });

  test('a second account of the same email is refused at the field, and the first one stays', async () => {
    const fields = newAccount();
    await web.visitor().post('/auth?mode=sign-up', fields);
    const visitor = web.visitor();
    const response = await visitor.post('/auth?mode=sign-up', {
      ...fields,
      email: fields.email.toUpperCase(),
      password: 'another one',
    });
    expect(response.status).toBe(409);
    expect(await response.text()).toContain('This email already has an account. Sign in instead.');
    expect([...visitor.cookies.keys()]).toEqual([]);
    expect(await web.query('select 1 from users where email = ?', [fields.email])).toHaveLength(1);
  });

  test('a second account with the right password is a sign-in to the first one, and says so', async () => {
    const fields = newAccount();
    await web.visitor().post('/auth?mode=sign-up', fields);
    await web.query("update users set created_at = now() - interval '1 hour' where email = ?", [fields.email]);
    const visitor = web.visitor();
    const again = await visitor.post('/auth?mode=sign-up', { ...fields, name: 'Another Name' });
    expect(target(again)).toBe('/dashboard#session_id=…');
    const page = await (await visitor.get('/dashboard')).text();
    expect(page).toContain('You already have an account with this address. We signed you in.');
    expect(page).not.toContain('Registration successful!');
    expect(await web.query('select name from users where email = ?', [fields.email])).toEqual([{ name: fields.name }]);
  });

  test('a form that is sent once more by going back still says that the account was opened', async () => {
    const fields = newAccount();
    for (const _ of [1, 2]) {
      const visitor = web.visitor();
      await visitor.post('/auth?mode=sign-up', fields);
      expect(await (await visitor.get('/dashboard')).text()).toContain('Registration successful!');
    }
  });

  test('sent twice at the same moment is one account, and each time its owner is let in', async () => {
    const fields = newAccount();
    const responses = await Promise.all([1, 2, 3].map(() => web.visitor().post('/auth?mode=sign-up', fields)));
    expect(responses.map(({ status }) => status).sort()).toEqual([302, 302, 302]);
    expect(await web.query('select 1 from users where email = ?', [fields.email])).toHaveLength(1);
  });
});

describe('signing in', () => {
  test('leads to the dashboard with a word', async () => {
    holds('S2-15', 'S8-19');
    const { email } = await web.person();
    const visitor = web.visitor();
    expect(target(await visitor.post('/auth', { email, password: 'stillhere' }))).toBe('/dashboard#session_id=…');
    expect(await (await visitor.get('/dashboard')).text()).toContain('Login successful!');
  });

  test('answers an unknown email and a wrong password alike, and keeps neither password', async () => {
    const { email } = await web.person();
    const pages = await Promise.all(
      [
        { email, password: 'not it at all' },
        { email: 'nobody@example.com', password: 'not it at all' },
      ].map(async (fields) => {
        const response = await web.visitor().post('/auth', fields);
        expect(response.status).toBe(401);
        return (await response.text())
          .replaceAll(fields.email, '…')
          .replaceAll(/nonce[-=]"?[^"' ;]+/g, '')
          .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '');
      }),
    );
    expect(pages[0]).toContain('That email and password don’t match.');
    // The form says it, and so it is not said above as well where no script shows a toast.
    expect(pages[0]).not.toMatch(/<noscript>(?:(?!<\/noscript>).)*don’t match/s);
    expect(pages[0]).not.toContain('not it at all');
    expect(pages[0]).toBe(pages[1]);
  });

  test.each([
    ['nothing at all', { email: '', password: '' }, ['Please enter your email', 'Please enter your password']],
    [
      'half an address',
      { email: 'ana@', password: '12345' },
      ['Please enter a valid email', 'Your password needs at least 6 characters'],
    ],
    ['a password of pages', { email: 'ana@example.com', password: 'x'.repeat(1_025) }, ['This password is too long']],
  ])('%s is refused at its fields', async (_what, fields, words) => {
    const response = await web.visitor().post('/auth', fields);
    const page = await response.text();
    expect(response.status).toBe(422);
    for (const one of words) expect(page).toContain(one);
  });

  test('goes on to the wanted page of ours', async () => {
    const { email } = await web.person();
    const response = await web.visitor().post('/auth?to=%2Fschedule%3Fnew', { email, password: 'stillhere' });
    expect(target(response)).toBe('/schedule?new#session_id=…');
    expect(await (await web.visitor().get('/auth?to=%2Fschedule%3Fnew')).text()).toContain(
      'action="/auth?to=%2Fschedule%3Fnew"',
    );
  });

  test.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/\t/evil.example',
    '\\\\evil.example',
    'dashboard',
  ])('does not go on to %j', async (to) => {
    const person = await web.person();
    const address = `/auth?to=${encodeURIComponent(to)}`;
    expect(target(await web.visitor().post(address, { email: person.email, password: 'stillhere' }))).toBe(
      '/dashboard#session_id=…',
    );
    expect(target(await person.get(address))).toBe('/dashboard');
  });
});

describe('the session', () => {
  test('is a secret that scripts and other sites do not get, and the database does not know', async () => {
    const visitor = web.visitor();
    const response = await visitor.post('/auth?mode=sign-up', newAccount());
    const cookie = cookieOf(response, 'session');
    expect(cookie?.split('; ').slice(1).sort()).toEqual(['HttpOnly', 'Max-Age=7776000', 'Path=/', 'SameSite=Lax']);
    const rows = await web.query<{ cookie_hash: Buffer }>('select * from sessions');
    const value = visitor.cookies.get('session') ?? '';
    const secret = JSON.parse(Buffer.from(decodeURIComponent(value), 'base64').toString()) as string;
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect(JSON.stringify(rows)).not.toContain(secret);
    for (const { cookie_hash } of rows) expect(cookie_hash.equals(Buffer.from(secret, 'base64url'))).toBe(false);
  });

  test('is not made for visitors', async () => {
    for (const path of ['/', '/auth', '/auth?mode=sign-up', '/nowhere']) {
      expect((await web.visitor().get(path)).headers.getSetCookie()).toEqual([]);
    }
  });

  test.each([
    ['a letter', 'x'],
    ['nothing', ''],
    ['null', 'bnVsbA=='],
    ['an object', 'e30='],
    ['a null byte', '%00'],
    ['five thousand letters', 'a'.repeat(5_000)],
    ['a secret of nobody', Buffer.from('"x"').toString('base64')],
  ])('a cookie of %s is nobody', async (_what, value) => {
    const visitor = web.visitor();
    visitor.cookies.set('session', value);
    expect(target(await visitor.get('/dashboard'))).toBe('/');
    expect((await visitor.get('/')).status).toBe(200);
  });

  test('ends when it has been idle for thirty days, and after ninety however it is used', async () => {
    for (const age of ["last_seen_at = now() - interval '31 days'", "expires_at = now() - interval '1 second'"]) {
      const person = await web.person();
      expect((await person.get('/dashboard')).status).toBe(200);
      await web.query(`update sessions set ${age} where user_id = (select id from users where email = ?)`, [
        person.email,
      ]);
      expect(target(await person.get('/dashboard'))).toBe('/');
    }
  });
});

describe('logging out', () => {
  test('ends the session here and there, and goes to the landing page', async () => {
    holds('S2-11');
    const person = await web.person();
    const [name, value] = [...person.cookies][0] ?? ['', ''];
    const response = await person.post('/logout');
    expect(target(response)).toBe('/');
    expect(person.cookies.has('session')).toBe(false);
    const thief = web.visitor();
    thief.cookies.set(name, value);
    expect(target(await thief.get('/dashboard'))).toBe('/');
  });

  test('takes a form: a link or an image does not log anybody out', async () => {
    const person = await web.person();
    expect(target(await person.get('/logout'))).toBe('/');
    expect((await person.get('/dashboard')).status).toBe(200);
  });

  test('without a session, and twice, is as good', async () => {
    expect(target(await web.visitor().post('/logout'))).toBe('/');
  });

  test('ends one session and not the others of the same person', async () => {
    const person = await web.person();
    const phone = web.visitor();
    await phone.post('/auth', { email: person.email, password: 'stillhere' });
    await person.post('/logout');
    expect((await phone.get('/dashboard')).status).toBe(200);
  });
});
