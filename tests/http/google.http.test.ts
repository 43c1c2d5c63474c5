import { TOKEN_FAULTS } from '@stillhere/simulators';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { WRONG_RETURNS_FROM } from '#domain/accounts/limits.ts';
import { holds } from '#tests/spec/holds.ts';
import { begin, choose, comeByGoogle, type Google, startWithGoogle } from './google.ts';
import type { Visitor } from './visitor.ts';
import { startWeb, type WebOnCable } from './web.ts';

let google: Google;
let web: WebOnCable;
beforeAll(async () => {
  google = await startWithGoogle({ TRUSTED_PROXIES: '1' });
  web = google.web;
});
afterEach(() => google.noFaults());
afterAll(() => google?.stop());

let people = 0;
const newAddress = () => `rui-${++people}@example.org`;
/** Where a redirect leads, without the code that it leaves for the page's script. */
const location = (response: Response) =>
  response.status === 302 ? (response.headers.get('location')?.split('#')[0] ?? null) : null;
const accountsOf = (email: string) =>
  web.query<Record<string, unknown>>('select * from users where email = ?', [email]);

/** A page that says it in our own words, lets nobody in, and makes no account. */
async function expectRefusal(response: Response, status: number, visitor: Visitor, email: string): Promise<string> {
  const page = await response.text();
  expect([response.status, visitor.cookies.has('session'), await accountsOf(email)]).toEqual([status, false, []]);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page).toContain('You’re not signed in, and nothing was changed.');
  expect(page).not.toContain('<script');
  expect(location(await visitor.get('/dashboard'))).toBe('/');
  return page;
}

describe('a new person', () => {
  test('gets an account without a password, with a confirmed address, and is signed in', async () => {
    holds('S2-14');
    const visitor = web.visitor();
    const response = await comeByGoogle(visitor, 'ines.sampaio@example.com', '?time_zone=Asia%2FTokyo');
    expect(location(response)).toBe('/dashboard');
    const page = await (await visitor.get('/dashboard')).text();
    expect(page).toContain('Registration successful!');
    const [row] = await accountsOf('ines.sampaio@example.com');
    expect(row).toMatchObject({ name: 'Inês Sampaio', password_hash: null, time_zone: 'Asia/Tokyo' });
    expect(row?.email_confirmed_at).not.toBeNull();
  });

  test('has to confirm an address whose mailbox Google does not run, and is signed in meanwhile', async () => {
    const [visitor, email] = [web.visitor(), newAddress()];
    await google.fault({ mode: 'foreign-address' });
    expect(location(await comeByGoogle(visitor, email))).toBe('/dashboard');
    expect(await accountsOf(email)).toMatchObject([{ email_confirmed_at: null }]);
    expect(await web.query('select kind from account_mails where email = ?', [email])).toEqual([
      { kind: 'confirm-email' },
    ]);
    expect(await (await visitor.get('/dashboard')).text()).toContain('Please confirm your email');
  });

  test('does not get into an account by an address whose mailbox Google does not run', async () => {
    const [visitor, { email }] = [web.visitor(), await web.person()];
    await google.fault({ mode: 'foreign-address' });
    const response = await comeByGoogle(visitor, email);
    expect([response.status, visitor.cookies.has('session')]).toEqual([409, false]);
    expect(await response.text()).toContain('Sign in with your password');
    expect(
      await web.query('select 1 from identities i join users u on u.id = i.user_id where email = ?', [email]),
    ).toEqual([]);
  });

  test('comes back to the same account, and to the page that was wanted', async () => {
    const email = newAddress();
    await comeByGoogle(web.visitor(), email);
    const again = web.visitor();
    expect(location(await comeByGoogle(again, email.toUpperCase(), '?to=%2Fcreate'))).toBe('/create');
    expect(await (await again.get('/create')).text()).toContain('Login successful!');
    expect(await accountsOf(email)).toHaveLength(1);
  });

  test('gets a copy of their Google picture; one on another server is not fetched', async () => {
    // A copy that takes longer than five seconds is given up: a busy machine is no reason for that.
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
    const visitor = web.visitor();
    await comeByGoogle(visitor, 'tomas.lindqvist@example.com');
    const pictures = () =>
      web.query<{ id: string }>(
        "select p.id from pictures p join users u on u.id = p.user_id where email = 'tomas.lindqvist@example.com'",
      );
    // Nobody waits longer than three seconds for it to come in: then it comes after them.
    await expect.poll(pictures).toHaveLength(1);
    const [picture] = await pictures();
    const shown = await visitor.get(`/api/user/picture/${picture?.id}`);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);

    await web.query("delete from users where email = 'tomas.lindqvist@example.com'");
    await google.fault({ mode: 'foreign-picture' });
    expect(location(await comeByGoogle(web.visitor(), 'tomas.lindqvist@example.com'))).toBe('/dashboard');
    expect(await pictures()).toEqual([]);
  });

  test.each(['https://elsewhere.example/', '//elsewhere.example', '/\\elsewhere.example', '/.//elsewhere.example'])(
    'is not led to %s afterwards',
    async (to) => {
      const response = await comeByGoogle(web.visitor(), newAddress(), `?${new URLSearchParams({ to })}`);
      expect(location(response)).toBe('/dashboard');
    },
  );

  test('of two callbacks at the same moment there is one account', async () => {
    const email = newAddress();
    const visitors = [1, 2, 3, 4].map(() => web.visitor());
    const paths = await Promise.all(visitors.map(async (visitor) => choose(await begin(visitor), email)));
    const responses = await Promise.all(visitors.map((visitor, index) => visitor.get(paths[index] ?? '')));
    expect(responses.map(location)).toEqual(['/dashboard', '/dashboard', '/dashboard', '/dashboard']);
    expect(await accountsOf(email)).toHaveLength(1);
    expect(
      await web.query('select 1 from identities i join users u on u.id = i.user_id where email = ?', [email]),
    ).toHaveLength(1);
  });
});

describe('the way to Google', () => {
  test('asks for a code with PKCE, a state and a nonce, and does not reveal the wanted page', async () => {
    const ask = await begin(web.visitor(), '?to=%2Fcreate');
    const parameters = Object.fromEntries(ask.searchParams);
    expect(parameters).toMatchObject({
      response_type: 'code',
      client_id: 'stillhere-tests',
      redirect_uri: `${web.origin}/auth/google/callback`,
      code_challenge_method: 'S256',
      prompt: 'select_account',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(parameters[name]).toMatch(/^[\w-]{43}$/);
    expect(ask.href).not.toContain('create');
  });

  test('stores the attempt in this browser: unreadable by scripts, short-lived, at most three at once', async () => {
    const visitor = web.visitor();
    const response = await visitor.get('/auth/google');
    expect(response.headers.getSetCookie()[0]).toMatch(/^google:[\w-]+=.+Max-Age=600.*$/);
    for (const word of ['HttpOnly', 'SameSite=Lax', 'Path=/'])
      expect(response.headers.getSetCookie()[0]).toContain(word);
    for (let n = 0; n < 5; n += 1) await visitor.get('/auth/google');
    expect([...visitor.cookies.keys()].filter((name) => name.startsWith('google:'))).toHaveLength(3);
    expect(location(await comeByGoogle(visitor, newAddress()))).toBe('/dashboard');
  });

  test('is there only where Google is set up', async () => {
    expect(await (await web.visitor().get('/auth?to=%2Fcreate')).text()).toContain('href="/auth/google?to=%2Fcreate"');
    const without = await startWeb();
    try {
      expect(await (await without.visitor().get('/auth')).text()).not.toContain('Continue with Google');
      expect((await without.visitor().get('/auth/google')).status).toBe(404);
      expect((await without.visitor().get('/auth/google/callback?state=x&code=y')).status).toBe(404);
    } finally {
      await without.stop();
    }
  });
});

describe('the return from Google', () => {
  const REFUSED: Partial<Record<(typeof TOKEN_FAULTS)[number], number>> = {
    'no-token': 503,
    'no-email': 403,
    'unverified-email': 403,
  };

  test.each(TOKEN_FAULTS)('signs nobody in by a faulty answer of Google: %s', async (mode) => {
    const [visitor, email] = [web.visitor(), newAddress()];
    await google.fault({ mode });
    await expectRefusal(await comeByGoogle(visitor, email), REFUSED[mode] ?? 400, visitor, email);
  });

  test.each([
    ['answers 500', { mode: 'status', status: 500 }],
    ['hangs up', { mode: 'reset' }],
    ['never answers', { mode: 'timeout' }],
  ])('says that it is not the person’s fault when Google %s', async (_what, fault) => {
    const [visitor, email] = [web.visitor(), newAddress()];
    await google.fault(fault);
    const response = await comeByGoogle(visitor, email);
    expect(response.headers.get('retry-after')).toBe('120');
    expect(await expectRefusal(response, 503, visitor, email)).toContain('We can’t reach Google right now.');
  });

  test('says that it is our fault when the database cannot be reached', async () => {
    const [visitor, email] = [web.visitor(), newAddress()];
    const path = await choose(await begin(visitor), email);
    await web.database.cut();
    const response = await visitor.get(path);
    await web.database.mend();
    expect(await expectRefusal(response, 503, visitor, email)).toContain('Something on our side isn’t working.');
  });

  test('works once, and only in the browser that began it', async () => {
    const [visitor, stranger, email] = [web.visitor(), web.visitor(), newAddress()];
    const path = await choose(await begin(visitor), email);
    await expectRefusal(await stranger.get(path), 400, stranger, email);
    await begin(stranger);
    await expectRefusal(await stranger.get(path), 400, stranger, email);
    expect(location(await visitor.get(path))).toBe('/dashboard');
    expect([...visitor.cookies.keys()].filter((name) => name.startsWith('google:'))).toEqual([]);
    visitor.cookies.delete('session');
    expect((await visitor.get(path)).status).toBe(400);
    expect(visitor.cookies.has('session')).toBe(false);
  });

  test('refuses a code of another attempt: a stolen code is useless', async () => {
    const [visitor, thief, email] = [web.visitor(), web.visitor(), newAddress()];
    const stolen = new URL(await choose(await begin(visitor), email), web.origin).searchParams.get('code') ?? '';
    const own = new URL(await choose(await begin(thief), newAddress()), web.origin);
    own.searchParams.set('code', stolen);
    await expectRefusal(await thief.get(own.pathname + own.search), 400, thief, email);
  });

  test.each(['', '?code=x', '?state=x', '?state=x&code=y', '?state=&code=y', '?error=access_denied'])(
    'is refused without an attempt: %s',
    async (query) => {
      const visitor = web.visitor();
      await expectRefusal(await visitor.get(`/auth/google/callback${query}`), 400, visitor, newAddress());
    },
  );

  test('of a person who cancelled is the page they came from, with a message', async () => {
    const visitor = web.visitor();
    const response = await visitor.get(await choose(await begin(visitor, '?to=%2Fcreate'), null));
    expect(location(response)).toBe('/auth?to=%2Fcreate');
    expect(await (await visitor.get('/auth')).text()).toContain('You didn’t sign in with Google');
    expect(visitor.cookies.has('session')).toBe(false);
  });

  test('repeats nothing of its address', async () => {
    const [visitor, email] = [web.visitor(), newAddress()];
    const state = (await begin(visitor)).searchParams.get('state');
    const query = new URLSearchParams({ state: `${state}`, error: 'server_error', error_description: 'Call 555 0100' });
    const page = await expectRefusal(await visitor.get(`/auth/google/callback?${query}`), 400, visitor, email);
    expect(page).not.toContain('555 0100');
    expect(page).not.toContain('server_error');
  });
});

test('repeated invalid returns are limited, and Google is not asked again', async () => {
  const [from, elsewhere] = [{ 'x-forwarded-for': '203.0.113.7' }, { 'x-forwarded-for': '198.51.100.20' }];
  const [visitor, email] = [web.visitor(), newAddress()];
  const path = await choose(await begin(visitor), email);
  expect((await web.visitor().get('/auth/google/callback?state=x&code=y', from)).status).toBe(400);
  await web.query("update rate_limits set points = ? where key like 'google-from:%'", [WRONG_RETURNS_FROM.tries]);
  const response = await web.visitor().get(path, from);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(60);
  expect(await expectRefusal(response, 429, web.visitor(), email)).toContain('That was too often.');
  // The attempt is still valid, and one that signs a person in is not counted.
  expect(location(await visitor.get(path, elsewhere))).toBe('/dashboard');
  const counted = "select 1 from rate_limits where key like 'google-from:%' and points > 0";
  expect(await web.query(counted)).toHaveLength(1);
});

test('the profile says since when Google is connected, and disconnects it if there is a password', async () => {
  const [visitor, email] = [web.visitor(), newAddress()];
  await comeByGoogle(visitor, email);
  const only = await (await visitor.get('/profile')).text();
  expect([only.includes('You can sign in with Google, since'), only.includes('action="/profile/google"')]).toEqual([
    true,
    false,
  ]);
  expect((await visitor.post('/profile/google')).status).toBe(409);

  const person = await web.person();
  expect(await (await person.get('/profile')).text()).not.toContain('You can sign in with Google, since');
  const other = web.visitor();
  await comeByGoogle(other, person.email);
  expect(await (await person.get('/profile')).text()).toContain('action="/profile/google"');
  expect(location(await person.post('/profile/google'))).toBe('/profile');
  const page = await (await person.get('/profile')).text();
  expect(page).toContain('You no longer sign in with Google');
  expect(page).not.toContain('You can sign in with Google, since');
  expect(location(await other.get('/profile'))).toBe('/');
});

test('a signed-in person is redirected and keeps their session', async () => {
  const person = await web.person();
  expect(location(await person.get('/auth/google'))).toBe('/dashboard');
  expect(location(await person.get('/auth/google/callback?state=x&code=y'))).toBe('/dashboard');
});

test('behind https its cookie is bound to this very host', async () => {
  const secure = await startWithGoogle({ APP_ORIGIN: 'https://stillhere.localhost' });
  try {
    const response = await secure.web.visitor().get('/auth/google');
    expect(response.headers.getSetCookie()[0]).toMatch(/^__Host-google:.*Secure/);
  } finally {
    await secure.stop();
  }
});
