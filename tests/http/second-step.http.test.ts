/** Codes from an app on pages without scripts and in calls; and that a check-in needs none, whatever was lost. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as limits from '#domain/accounts/limits.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { appCode } from '#tests/harness/codes.ts';
import { readyToRun, released } from './ready-to-run.ts';
import { sessionsOn } from './sign-in.ts';
import type { Visitor } from './visitor.ts';
import { startWeb, type Web } from './web.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb({ TRUSTED_PROXIES: '1' });
});
afterAll(() => web?.stop());
beforeEach(() => web.query('delete from rate_limits'));

const { call, problem } = sessionsOn(() => web);
const FROM = { 'x-forwarded-for': '198.51.100.20' };
const CODES = '/profile/security/codes';
const PASSWORD = 'stillhere';
const codesIn = (html: string) =>
  [...html.matchAll(/<li>([\da-z]{4}-[\da-z]{4}-[\da-z]{4})<\/li>/g)].map(([, code = '']) => code);
const location = (response: Response) => response.headers.get('location')?.split('#')[0] ?? null;

/** What an app shows in the next half minute: it stays right for a minute, however slow this test is. */
const codeOf = (secret: string) => appCode(secret, Date.now() + 30_000);
/** As if no code of the app had been used. */
const unused = (id: string) => web.query('update totp_factors set last_step = 0 where user_id = ?', [id]);
const idOf = async (email: string) =>
  (await web.query<{ id: string }>('select id from users where email = ?', [email]))[0]?.id ?? '';

function offerIn(html: string) {
  const [, offer = ''] = /name="offer" value="([\w-]+)"/.exec(html) ?? [];
  const [, secret = ''] = /<strong class="mono">([A-Z2-7 ]+)<\/strong>/.exec(html) ?? [];
  return { offer, secret };
}

/** A person who turned codes on, on the page. */
async function personWithCodes() {
  const person = await web.person();
  const id = await idOf(person.email);
  const { offer, secret } = offerIn(await (await person.get(CODES)).text());
  const done = await person.post(CODES, { offer, code: codeOf(secret) });
  const recovery = codesIn(await done.text());
  await unused(id);
  return { person, id, email: person.email, secret, recovery };
}

/** The first step in another browser. */
async function begin(email: string, visitor = web.visitor(), to = ''): Promise<Visitor> {
  const response = await visitor.post(`/auth${to}`, { email, password: PASSWORD }, FROM);
  expect([response.status, location(response)?.split('?')[0]]).toEqual([302, '/auth/code']);
  expect([visitor.cookies.has('second-step'), visitor.cookies.has('session')]).toEqual([true, false]);
  return visitor;
}

const seesPages = async (visitor: Visitor) => (await visitor.get('/dashboard')).status === 200;

describe('on the page', () => {
  test('codes are turned on with the secret as text and as a square, and the recovery codes are shown once', async () => {
    const person = await web.person();
    expect(await (await person.get('/profile/security')).text()).toContain(`href="${CODES}"`);
    const html = await (await person.get(CODES)).text();
    const { offer, secret } = offerIn(html);
    expect(secret).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
    expect(html).toContain('A square code with the secret for your app');
    const wrong = await person.post(CODES, { offer, code: 'abc' });
    const again = await wrong.text();
    expect([wrong.status, offerIn(again)]).toEqual([422, { offer, secret }]);
    expect(again).toContain('Please enter the 6 digits from your app');
    const mistyped = await person.post(CODES, { offer, code: '0000-0000-0000' });
    expect([mistyped.status, offerIn(await mistyped.text())]).toEqual([422, { offer, secret }]);
    const done = await person.post(CODES, { offer, code: codeOf(secret) });
    expect([done.status, done.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    const codes = codesIn(await done.text());
    expect(codes).toHaveLength(10);
    const security = await (await person.get('/profile/security')).text();
    expect(security).toContain('10 of 10 recovery codes are left');
    for (const page of [security, await (await person.get(CODES)).text()])
      for (const one of [...codes, secret]) expect(page).not.toContain(one);
  });

  test('new recovery codes end the old ones, and codes are turned off', async () => {
    const { person, email, recovery } = await personWithCodes();
    const renewed = codesIn(await (await person.post(CODES, { intent: 'renew' })).text());
    expect([renewed.length, renewed.filter((code) => recovery.includes(code))]).toEqual([10, []]);
    const visitor = await begin(email);
    expect((await visitor.post('/auth/code', { code: recovery[0] ?? '' }, FROM)).status).toBe(401);
    expect(location(await visitor.post('/auth/code', { code: renewed[0] ?? '' }, FROM))).toBe('/dashboard');
    expect(await (await person.get('/profile/security')).text()).toContain('9 of 10 recovery codes are left');
    for (const _ of ['off', 'off again'])
      expect(location(await person.post(CODES, { intent: 'off' }))).toBe('/profile/security');
    const plain = web.visitor();
    expect(location(await plain.post('/auth', { email, password: PASSWORD }, FROM))).toBe('/dashboard');
    expect(location(await person.post(CODES, { intent: 'renew' }))).toBe('/profile/security');
  });

  test('a visitor can do none of it', async () => {
    const forms: Record<string, string>[] = [{ intent: 'off' }, { intent: 'renew' }, { offer: 'x', code: '123456' }];
    for (const fields of forms) expect((await web.visitor().post(CODES, fields)).status).toBe(401);
  });
});

describe('signing in on a page', () => {
  test('asks for a code, and leads to the page that was wanted; the browser is asked for none after that', async () => {
    const { email, id, secret } = await personWithCodes();
    const visitor = await begin(email, web.visitor(), '?to=%2Fcreate');
    expect(await seesPages(visitor)).toBe(false);
    const page = await (await visitor.get('/auth/code?to=%2Fcreate')).text();
    expect([page.includes('Code from your app'), page.includes('<script')]).toEqual([true, false]);
    const wrong = await visitor.post('/auth/code?to=%2Fcreate', { code: '0000-0000-0000' }, FROM);
    expect([wrong.status, (await wrong.text()).includes('That code isn’t right')]).toEqual([401, true]);
    const done = await visitor.post('/auth/code?to=%2Fcreate', { code: codeOf(secret) }, FROM);
    expect([location(done), visitor.cookies.has('second-step')]).toEqual(['/create', false]);
    expect(await seesPages(visitor)).toBe(true);
    await unused(id);
    await visitor.post('/logout');
    expect(location(await visitor.post('/auth', { email, password: PASSWORD }, FROM))).toBe('/dashboard');
    // Its secret is of no use in another browser, since the code was taken.
    const other = await begin(email);
    expect(await seesPages(other)).toBe(false);
  });

  test('with a recovery code works without the phone', async () => {
    const { email, recovery } = await personWithCodes();
    const visitor = await begin(email);
    const page = await (await visitor.get('/auth/code?recovery')).text();
    expect(page).toContain('Recovery code');
    const done = await visitor.post('/auth/code?recovery', { code: (recovery[4] ?? '').toUpperCase() }, FROM);
    expect([location(done), await seesPages(visitor)]).toEqual(['/dashboard', true]);
  });

  test('begins again where there is no first step, or it has ended', async () => {
    const { email, id } = await personWithCodes();
    const nobody = web.visitor();
    for (const response of [
      await nobody.get('/auth/code?to=%2Fcreate'),
      await nobody.post('/auth/code?to=%2Fcreate', { code: '123456' }),
    ])
      expect(location(response)).toBe('/auth?to=%2Fcreate');
    const late = await begin(email);
    await web.query("update secrets set expires_at = now() where user_id = ? and purpose = 'second-step'", [id]);
    expect(location(await late.get('/auth/code'))).toBe('/auth');
    expect(await (await late.get('/auth')).text()).toContain('That took too long. Please sign in again.');
    expect(location(await late.post('/auth/code', { intent: 'check-in' }))).toBe('/auth');
  });

  test('a script of ours is led to the page as a whole document', async () => {
    const { email } = await personWithCodes();
    const visitor = web.visitor();
    const response = await visitor.post('/auth.data', { email, password: PASSWORD }, FROM);
    expect([
      response.status,
      response.headers.get('x-remix-redirect'),
      response.headers.get('x-remix-reload-document'),
    ]).toEqual([204, '/auth/code', 'true']);
  });
});

describe('signing in by a call', () => {
  const login = (body: object) =>
    web.fetch('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...FROM },
      body: JSON.stringify(body),
    });

  test('answers 401 code-required without a code, and gives a token with one', async () => {
    const { email, id, secret, recovery } = await personWithCodes();
    const without = await login({ email, password: PASSWORD });
    expect([without.status, without.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(await problem(without)).toMatchObject({ code: 'code-required', status: 401 });
    const wrong = await login({ email, password: PASSWORD, code: '0000-0000-0000' });
    expect([wrong.status, await problem(wrong)]).toMatchObject([
      401,
      { code: 'unauthenticated', errors: [{ field: 'code' }] },
    ]);
    const malformed = await login({ email, password: PASSWORD, code: 'abc' });
    expect([malformed.status, await problem(malformed)]).toMatchObject([
      422,
      { code: 'validation-failed', errors: [{ field: 'code' }] },
    ]);
    for (const code of [codeOf(secret), recovery[0]]) {
      const right = await login({ email, password: PASSWORD, code });
      const { session_token } = (await right.json()) as { session_token: string };
      expect([right.status, (await call(session_token, 'GET /auth/me')).status]).toEqual([200, 200]);
    }
    await unused(id);
    expect((await login({ email, password: 'wrong one', code: codeOf(secret) })).status).toBe(401);
  });

  test('ignores a code for an account that asks for none', async () => {
    const { email } = await web.person();
    expect((await login({ email, password: PASSWORD, code: '123456' })).status).toBe(200);
  });
});

describe('limits', () => {
  /** As if what was counted once had been counted as often as the limit allows. */
  const usedUp = ({ name, tries }: limits.Limit) =>
    web.query('update rate_limits set points = ? where key like ?', [tries, `${name}:%`]);

  test('wrong codes are refused after a while, from one address and from all; a recovery code still works elsewhere', async () => {
    const { email, secret, recovery } = await personWithCodes();
    const visitor = await begin(email);
    const wrong = appCode(secret, 0);
    expect((await visitor.post('/auth/code', { code: wrong }, FROM)).status).toBe(401);
    await usedUp(limits.WRONG_CODES);
    const refused = await visitor.post('/auth/code', { code: codeOf(secret) }, FROM);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 60]).toEqual([429, true]);
    const elsewhere = { 'x-forwarded-for': '203.0.113.7' };
    await usedUp(limits.WRONG_APP_CODES);
    expect((await visitor.post('/auth/code', { code: codeOf(secret) }, elsewhere)).status).toBe(429);
    expect((await visitor.post('/auth/code', { code: recovery[0] ?? '' }, elsewhere)).status).toBe(302);
  });

  test('a browser that the account knows has tries of its own', async () => {
    const { email, secret } = await personWithCodes();
    const known = web.visitor();
    await web.query('delete from totp_factors where user_id = ?', [await idOf(email)]);
    await known.post('/auth', { email, password: PASSWORD }, FROM);
    await known.post('/logout');
    expect(secret).not.toBe('');
    const person = await signedIn(known, email);
    const { offer, secret: anew } = offerIn(await (await person.get(CODES)).text());
    await person.post(CODES, { offer, code: codeOf(anew) });
    await web.query('update known_devices set code_passed_at = null');
    await unused(await idOf(email));
    await person.post('/logout');
    const stranger = await begin(email);
    await stranger.post('/auth/code', { code: appCode(anew, 0) }, FROM);
    await usedUp(limits.WRONG_CODES);
    await usedUp(limits.WRONG_APP_CODES);
    await begin(email, known);
    expect(location(await known.post('/auth/code', { code: codeOf(anew) }, FROM))).toBe('/dashboard');
  });

  async function signedIn(visitor: Visitor, email: string): Promise<Visitor> {
    expect(location(await visitor.post('/auth', { email, password: PASSWORD }, FROM))).toBe('/dashboard');
    return visitor;
  }
});

describe('a check-in needs no code', () => {
  /** What can happen to an owner with codes; each leaves them unable to finish signing in on a new device. */
  const STATES: Record<string, (owner: Owner) => Promise<unknown>> = {
    'the phone and every recovery code are lost': ({ id }) =>
      web.query('update recovery_codes set used_at = now() where user_id = ?', [id]),
    'strangers have used up every try': async ({ id, email, secret }) => {
      const visitor = await begin(email);
      await visitor.post('/auth/code', { code: appCode(secret, 0) }, FROM);
      await web.query('update rate_limits set points = 100000 where key like ?', ['code%']);
      expect((await visitor.post('/auth/code', { code: codeOf(secret) }, FROM)).status).toBe(429);
      await silent(id);
    },
    'every device was signed out': ({ id, person }) =>
      Promise.all([person.post('/logout'), web.query('delete from known_devices where user_id = ?', [id])]),
    'a new device waits for its code': async ({ id, email }) => {
      await begin(email);
      await silent(id);
    },
  };
  type Owner = Awaited<ReturnType<typeof silentOwner>>;

  const silent = (id: string) =>
    web.query(
      `update emergency_protocols set stage = 'reminding', last_check_in = now() - interval '24 days' where owner_id = ?`,
      [id],
    );
  const stageOf = async (id: string) =>
    (
      await web.query<{ stage: string; days: number }>(
        `select stage, (extract(epoch from now() - last_check_in) / 86400)::int as days from emergency_protocols where owner_id = ?`,
        [id],
      )
    )[0];

  /** An owner with codes and a token for programs, whose protocol has sent a reminder. */
  async function silentOwner() {
    const owner = await personWithCodes();
    await readyToRun(web, owner.person);
    await owner.person.post('/emergency/arm');
    const { body } = await tokenFor(owner.person);
    await silent(owner.id);
    return { ...owner, token: body };
  }

  async function tokenFor(person: Visitor) {
    const html = await (
      await person.post('/profile/security', { name: 'Kitchen button', scope: 'check-in', ends: 'never' })
    ).text();
    return { body: /sh_[\w-]{43}/.exec(html)?.[0] ?? '' };
  }

  const linkTo = async (id: string) => {
    const [row] = await web.query<{ episode: number }>('select episode from emergency_protocols where owner_id = ?', [
      id,
    ]);
    return `/check-in/${linkSecret(web.keyring, 'check-in', id, row?.episode ?? 1)}`;
  };

  /** Each way to say that one is still here. */
  const WAYS: Record<string, (owner: Owner) => Promise<Response>> = {
    'the button of a mail': async ({ id }) => web.visitor().post(await linkTo(id)),
    'a token of one’s own': ({ token }) => call(token, 'POST /emergency/check-in'),
    'the right password': ({ email }) => web.visitor().post('/auth', { email, password: PASSWORD }, FROM),
    'the right password in a call': ({ email }) =>
      web.fetch('/api/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...FROM },
        body: JSON.stringify({ email, password: PASSWORD }),
      }),
    'the page of the second step': async ({ id, email }) => {
      const visitor = await begin(email);
      await silent(id);
      const response = await visitor.post('/auth/code', { intent: 'check-in' }, FROM);
      expect([await response.clone().text(), await seesPages(visitor)]).toEqual([
        expect.stringContaining('Your check-in is recorded.'),
        false,
      ]);
      return response;
    },
  };

  const table = Object.keys(STATES).flatMap((state) => Object.keys(WAYS).map((way) => [state, way] as const));
  test.each(table)('%s: %s checks in', async (state, way) => {
    const owner = await silentOwner();
    await STATES[state]?.(owner);
    expect(await stageOf(owner.id)).toEqual({ stage: 'reminding', days: 24 });
    const response = await WAYS[way]?.(owner);
    expect(response?.status).toBeLessThan(402);
    expect(await stageOf(owner.id)).toEqual({ stage: 'armed', days: 0 });
  });

  test.each(['the phone and every recovery code are lost', 'a new device waits for its code'])(
    '%s: a browser that is still signed in checks in',
    async (state) => {
      const owner = await silentOwner();
      await STATES[state]?.(owner);
      expect((await owner.person.post('/emergency/check-in')).status).toBe(302);
      expect(await stageOf(owner.id)).toEqual({ stage: 'armed', days: 0 });
    },
  );

  test('after the release, the page says that only signing in ends it', async () => {
    const { id, email } = await personWithCodes();
    await web.query('delete from emergency_protocols where owner_id = ?', [id]);
    await released(web, email);
    const visitor = await begin(email);
    const response = await visitor.post('/auth/code', { intent: 'check-in' }, FROM);
    expect(await response.text()).toContain('Sign in with a code, and tell us that you’re back.');
    expect(await stageOf(id)).toMatchObject({ stage: 'released' });
  });
});
