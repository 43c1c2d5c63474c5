/** Passkeys on pages: added, named and removed there, and signing in with one. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newChallenge } from '#services/accounts/passkey-challenges.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { newId } from '#services/ids.ts';
import { Authenticator, type Lie } from '#tests/harness/authenticator.ts';
import { readyToRun } from './ready-to-run.ts';
import type { Visitor } from './visitor.ts';
import { startWeb, type Web } from './web.ts';

const PAGE = '/profile/security';
const PASSKEYS = `${PAGE}/passkeys`;

let web: Web;
beforeAll(async () => {
  web = await startWeb({ LOG_LEVEL: 'info' });
});
afterAll(() => web?.stop());

let before: number;
beforeEach(() => {
  before = web.printed().length;
});

/** @returns the security events since the test began */
function events(): { security?: string; factor?: string }[] {
  const lines = web.printed().slice(before).filter(Boolean);
  const all = lines.map((line) => JSON.parse(line) as { security?: string; factor?: string });
  return all.filter(({ security }) => security !== undefined);
}

const optionsFrom = async <T>(visitor: Visitor, path: string) => (await (await visitor.get(path)).json()) as T;

/** Sends the form that the page's script fills in. @returns where it leads */
async function add(person: Visitor, key = new Authenticator(web.origin), lie: Lie = {}) {
  const options = await optionsFrom<PublicKeyCredentialCreationOptionsJSON>(person, `${PASSKEYS}/options`);
  const answer = JSON.stringify(key.create(options, lie));
  const response = await person.post(PASSKEYS, { answer });
  return { key, answer, location: response.headers.get('location'), said: await sayingOf(person) };
}

/** @returns the next page, with what was left for it to say */
async function sayingOf(visitor: Visitor): Promise<string> {
  return (await visitor.get(visitor.cookies.has('session') ? PAGE : '/auth')).text();
}

async function enter(key: Authenticator, lie: Lie = {}, query = '') {
  const visitor = web.visitor();
  const options = await optionsFrom<PublicKeyCredentialRequestOptionsJSON>(visitor, '/auth/passkey/options');
  const answer = JSON.stringify(key.get(options, lie));
  const response = await visitor.post(`/auth/passkey${query}`, { answer });
  return { visitor, answer, location: response.headers.get('location') ?? '' };
}

const listed = async (person: Visitor) => {
  const html = await (await person.get(PAGE)).text();
  return [...html.matchAll(/name="passkey" value="([\w-]+)"/g)].map(([, id]) => id ?? '');
};

describe('a passkey', () => {
  test('is added, named and removed on the page by plain forms', async () => {
    const person = await web.person();
    expect(await (await person.get(PAGE)).text()).toContain('You have no passkeys.');
    const { location, said } = await add(person);
    expect(location).toBe(PAGE);
    expect(said).toContain('can now sign you in');
    const [id = ''] = await listed(person);
    const renaming = `${PASSKEYS}/${id}`;
    expect(await (await person.get(renaming)).text()).toContain('Rename a passkey');
    expect((await person.post(renaming, { name: ' ' })).status).toBe(422);
    expect((await person.post(renaming, { name: 'The key on the key ring' })).headers.get('location')).toBe(PAGE);
    const html = await (await person.get(PAGE)).text();
    expect(html).toContain('The key on the key ring');
    expect(html).toContain('Not used yet.');
    expect((await person.post(PASSKEYS, { passkey: id })).headers.get('location')).toBe(PAGE);
    expect(await listed(person)).toEqual([]);
    // A second press finds it gone, which is what was wanted.
    expect((await person.post(PASSKEYS, { passkey: id })).headers.get('location')).toBe(PAGE);
  });

  test('of another account is neither renamed nor removed', async () => {
    const [person, stranger] = [await web.person(), await web.person()];
    await add(person);
    const [id = ''] = await listed(person);
    expect((await stranger.get(`${PASSKEYS}/${id}`)).status).toBe(404);
    expect((await stranger.post(`${PASSKEYS}/${id}`, { name: 'Mine' })).status).toBe(404);
    await stranger.post(PASSKEYS, { passkey: id });
    expect(await listed(person)).toEqual([id]);
  });

  test.each([
    ['another origin', { origin: 'https://elsewhere.example' }],
    ['another site', { rpId: 'elsewhere.example' }],
    ['nobody who was verified', { isVerified: false }],
  ])('is not added from %s', async (_, lie) => {
    const person = await web.person();
    const { said } = await add(person, new Authenticator(web.origin), lie);
    expect(said).toContain('This passkey could not be added');
    expect([await listed(person), events().map(({ security }) => security)]).toEqual([[], ['passkey-refused']]);
  });

  test('is not added by a form of another site, or with an answer that is none', async () => {
    const person = await web.person();
    expect((await person.post(PASSKEYS, { answer: '{}' }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    for (const answer of ['{}', 'no json', '']) await person.post(PASSKEYS, { answer });
    expect(await listed(person)).toEqual([]);
  });

  test('that is added and removed is a line for operators', async () => {
    const person = await web.person();
    before = web.printed().length;
    await add(person);
    const [passkey = ''] = await listed(person);
    await person.post(PASSKEYS, { passkey });
    expect(events()).toMatchObject([
      { security: 'passkey-added', about: passkey },
      { security: 'passkey-removed', about: passkey },
    ]);
  });
});

describe('signing in with a passkey', () => {
  test('opens a session, knows the browser, and leads to the wanted page with the code for calls', async () => {
    const { key } = await add(await web.person());
    before = web.printed().length;
    const { visitor, location } = await enter(key, {}, '?to=%2Fcreate');
    expect(location).toMatch(/^\/create#session_id=[\w-]{48}$/);
    expect([...visitor.cookies.keys()]).toEqual(expect.arrayContaining(['session', 'known']));
    expect((await visitor.get('/dashboard')).status).toBe(200);
    expect(events()).toMatchObject([{ security: 'signed-in', factor: 'passkey' }]);
    expect((await enter(key, {}, '?to=https%3A%2F%2Felsewhere.example')).location).toMatch(/^\/dashboard#/);
  });

  test.each([
    ['another origin', { origin: 'https://elsewhere.example' }],
    ['another site', { rpId: 'elsewhere.example' }],
    ['nobody who was verified', { isVerified: false }],
    ['another account', { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ])('is refused from %s', async (_, lie) => {
    const { key } = await add(await web.person());
    before = web.printed().length;
    const { visitor, location } = await enter(key, lie);
    expect([location, visitor.cookies.has('session')]).toEqual(['/auth', false]);
    expect(await sayingOf(visitor)).toContain('This passkey didn’t sign you in');
    expect(events()).toMatchObject([{ security: 'sign-in-failed', factor: 'passkey' }]);
  });

  test('is refused with an answer that was used, to a challenge that has expired, and by a form of another site', async () => {
    const { key } = await add(await web.person());
    const { answer, location } = await enter(key);
    expect(location).toContain('/dashboard#');
    const again = web.visitor();
    expect((await again.post('/auth/passkey', { answer })).headers.get('location')).toBe('/auth');
    expect(await sayingOf(again)).toContain('That took too long');
    const hour = 3_600_000;
    const challenge = newChallenge(
      { keyring: web.keyring, now: new Date(Date.now() - hour) },
      { use: 'sign-in', sessionId: '' },
    );
    const late = await enter(key, { challenge });
    expect([late.location, await sayingOf(late.visitor)]).toEqual(['/auth', expect.stringContaining('too long')]);
    const elsewhere = await web.visitor().post('/auth/passkey', { answer }, { 'sec-fetch-site': 'cross-site' });
    expect(elsewhere.status).toBe(403);
  });

  test('is refused when the count of signatures goes back, and operators see it', async () => {
    const { key } = await add(await web.person(), new Authenticator(web.origin, 7));
    await enter(key);
    key.counter = 3;
    before = web.printed().length;
    const { visitor, location } = await enter(key);
    expect([location, await sayingOf(visitor)]).toEqual(['/auth', expect.stringContaining('there may be a copy')]);
    expect(events()).toMatchObject([{ security: 'passkey-copied', factor: 'passkey' }]);
  });

  test('goes no longer once the passkey is removed', async () => {
    const person = await web.person();
    const { key } = await add(person);
    const [passkey = ''] = await listed(person);
    await person.post(PASSKEYS, { passkey });
    expect((await enter(key)).location).toBe('/auth');
  });

  test('is limited by network when no account knows the passkey', async () => {
    const strange = await startWeb({ TRUSTED_PROXIES: '1' });
    try {
      const visitor = strange.visitor();
      const from = { 'x-forwarded-for': '203.0.113.77' };
      const answer = JSON.stringify({
        ...{ id: 'AQID', rawId: 'AQID', type: 'public-key' },
        response: { clientDataJSON: 'AQID', authenticatorData: 'AQID', signature: 'AQID' },
      });
      for (let tries = 0; tries < 60; tries++) await visitor.post('/auth/passkey', { answer }, from);
      await visitor.post('/auth/passkey', { answer }, from);
      expect(await (await visitor.get('/auth')).text()).toContain('Please wait');
    } finally {
      await strange.stop();
    }
  });
});

describe('an owner whose only passkey is lost', () => {
  /** They were reminded, and no browser is signed in. */
  async function lostKey() {
    const person = await web.person();
    await readyToRun(web, person);
    await add(person);
    const [user] = await web.query<{ id: string }>('select id from users where email = ?', [person.email]);
    const id = user?.id ?? '';
    await web.query(
      `insert into emergency_protocols (owner_id, is_active, inactive_days, safety_days, last_check_in, stage, episode,
         revision, synced_revision)
       values (?, true, 30, 3, now() - interval '29 days', 'reminding', 1, 1, 1)
       on conflict (owner_id) do update set is_active = true, stage = 'reminding', episode = 1,
         last_check_in = excluded.last_check_in`,
      [id],
    );
    await web.query(
      `insert into emergency_mails (id, owner_id, episode, kind, index, state, settled_at, created_at)
       values (?, ?, 1, 'reminder', 2, 'accepted', now(), now())`,
      [newId(), id],
    );
    await web.query('delete from sessions where user_id = ?', [id]);
    const stage = async () =>
      (await web.query<{ stage: string }>('select stage from emergency_protocols where owner_id = ?', [id]))[0]?.stage;
    return { email: person.email, link: `/check-in/${linkSecret(web.keyring, 'check-in', id, 1)}`, stage };
  }

  test('checks in by the link of a mail', async () => {
    const { link, stage } = await lostKey();
    expect(await stage()).toBe('reminding');
    expect((await web.visitor().post(link)).status).toBe(200);
    expect(await stage()).toBe('armed');
  });

  test('checks in by signing in with the password', async () => {
    const { email, stage } = await lostKey();
    const { status } = await web.visitor().post('/auth', { email, password: 'stillhere' });
    expect([status, await stage()]).toEqual([302, 'armed']);
  });
});

test('the page without scripts says nothing of passkeys, and lets browsers offer them in the email field', async () => {
  const html = await (await web.visitor().get('/auth')).text();
  expect(html).toContain('autoComplete="username webauthn"');
  expect(html).not.toMatch(/passkey</);
});

test('pages may ask for passkeys, and no frame may', async () => {
  const { headers } = await web.visitor().get('/auth');
  expect(headers.get('permissions-policy')).toContain('publickey-credentials-get=(self)');
  expect(headers.get('permissions-policy')).toContain('publickey-credentials-create=(self)');
});
