import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linkedSince, signInWithIdentity, unlinkIdentities } from '#services/accounts/identities.ts';
import { listKnownDevices, rememberDevice } from '#services/accounts/known-device.ts';
import { createSecret, takeSecret } from '#services/accounts/secrets.ts';
import { findSession } from '#services/accounts/sessions.ts';
import { signIn } from '#services/accounts/sign-in.ts';
import { changeSettings } from '#services/emergency/change-settings.ts';
import { addContact, listContacts } from '#services/emergency/contacts.ts';
import { emergencyStatus } from '#services/emergency/protocol-view.ts';
import type { Identified } from '#services/ports/identity-provider.ts';
import { unconfirm } from '#tests/harness/account.ts';
import { untilLockWait } from '#tests/harness/lock-waits.ts';
import { createPerson, createStage } from '#tests/harness/person.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage?.close());

const DEVICE = { userAgent: 'tests' };
const newIdentity = (over: Partial<Identified> = {}): Identified => ({
  issuer: 'https://accounts.google.com',
  subject: randomBytes(8).toString('hex'),
  email: `${randomBytes(6).toString('hex')}@example.org`,
  emailVerified: true,
  runsMailbox: true,
  name: 'Inês Sampaio',
  picture: null,
  ...over,
});
const enter = (identified: Identified) =>
  signInWithIdentity(stage.context(), identified, 'Europe/Lisbon', DEVICE, 'cookie');
const passwordIs = (email: string) => signIn(stage.context(), { email, password: 'stillhere' }, DEVICE, 'cookie');
/** A person who has not confirmed their address. */
async function newcomer() {
  const person = await createPerson(stage.context());
  await unconfirm((sql, params) => stage.orm.em.fork().execute(sql, params), person.id);
  return person;
}

const mailsAbout = (id: string) =>
  stage.orm.em.fork().execute(`select kind, email from account_mails where user_id = ? and kind like 'google-%'`, [id]);
const sessionOf = async (secret: string) => {
  const session = await findSession(stage.context(), 'cookie', secret);
  if (!session) throw new Error('nobody is signed in');
  return session;
};

describe('a known identity', () => {
  test('signs in to its account after its address changed', async () => {
    const first = await enter(newIdentity({ subject: 'moves' }));
    const other = await enter(newIdentity());
    const again = await enter(newIdentity({ subject: 'moves', email: other.user.email }));
    const without = await enter(newIdentity({ subject: 'moves', email: null, emailVerified: false }));
    expect([again.user.id, without.user.id]).toEqual([first.user.id, first.user.id]);
    expect(again.user.email).toBe(first.user.email);
    expect([first.outcome, again.outcome]).toEqual(['new', 'known']);
  });

  test('is another account at another provider', async () => {
    const here = await enter(newIdentity({ subject: 'same' }));
    const there = await enter(newIdentity({ subject: 'same', issuer: 'https://accounts.elsewhere.example' }));
    expect(there.user.id).not.toBe(here.user.id);
  });
});

describe('an account with the address', () => {
  test('is linked when the address was confirmed; its password and sessions stay', async () => {
    const { id, email, cookieSecret } = await createPerson(stage.context());
    const identified = newIdentity({ email: email.toUpperCase() });
    const { user, outcome } = await enter(identified);
    expect([user.id, outcome]).toEqual([id, 'linked']);
    expect((await passwordIs(email)).user.id).toBe(id);
    expect((await findSession(stage.context(), 'cookie', cookieSecret))?.user.id).toBe(id);
    await enter(identified);
    expect(await mailsAbout(id)).toEqual([{ kind: 'google-linked', email }]);
  });

  test('loses its password, sessions and links when the address was never confirmed', async () => {
    const { id, email, cookieSecret } = await newcomer();
    const { secret } = await createSecret(stage.context(), {
      userId: id,
      purpose: 'change-email',
      email: 'stranger@example.org',
      life: 60_000,
    });
    const proof = await rememberDevice(stage.context(), id, DEVICE);
    const entered = await enter(newIdentity({ email }));
    expect((await listKnownDevices(stage.orm.em.fork(), id, proof)).filter((one) => one.is_current)).toEqual([]);
    expect(entered).toMatchObject({ outcome: 'taken-over', user: { id, email_confirmed: true } });
    await expect(passwordIs(email)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await findSession(stage.context(), 'cookie', cookieSecret)).toBeNull();
    await expect(takeSecret(stage.context(), 'change-email', secret)).rejects.toMatchObject({ code: 'gone' });
    expect((await findSession(stage.context(), 'cookie', entered.secret))?.user.id).toBe(id);
    expect(await mailsAbout(id)).toEqual([{ kind: 'google-took-over', email }]);
  });

  test('loses the trusted contacts and the protocol that were left in it, and keeps them when it was confirmed', async () => {
    const [{ id: left, email: unproven }, { id: kept, email }] = [
      await newcomer(),
      await createPerson(stage.context()),
    ];
    for (const id of [left, kept]) {
      await addContact(stage.context(), id, { name: 'Rui', email: 'rui@example.com' });
      await changeSettings(stage.context(), id, { is_active: true });
    }
    for (const address of [unproven, email]) await enter(newIdentity({ email: address }));
    expect(await listContacts(stage.context(), left)).toEqual([]);
    expect(await emergencyStatus(stage.context(), left)).toMatchObject({ is_active: false });
    expect(await listContacts(stage.context(), kept)).toHaveLength(1);
    expect(await emergencyStatus(stage.context(), kept)).toMatchObject({ is_active: true });
  });

  test('refuses a password that was removed while it was being checked', async () => {
    const { id, email } = await newcomer();
    const waiting = (count: number) => untilLockWait((sql) => stage.orm.em.fork().execute(sql), count);
    const { ended } = await stage.orm.em.fork().transactional(async (em) => {
      await em.execute('select 1 from users where id = ? for update', [id]);
      const owner = enter(newIdentity({ email }));
      await waiting(1);
      // Their password is still the right one. Then they wait for the account, after the owner.
      const stranger = passwordIs(email);
      await waiting(2);
      return { ended: Promise.allSettled([stranger, owner]) };
    });
    expect(await ended).toMatchObject([{ reason: { code: 'unauthenticated' } }, { status: 'fulfilled' }]);
    expect(await stage.orm.em.fork().execute('select 1 from sessions where user_id = ?', [id])).toHaveLength(1);
  });

  test('is not linked when it has another Google account: addresses change hands', async () => {
    const { user } = await enter(newIdentity({ email: 'given-again@example.org' }));
    await expect(enter(newIdentity({ email: user.email }))).rejects.toMatchObject({ code: 'conflict' });
    expect(await stage.orm.em.fork().execute('select 1 from identities where user_id = ?', [user.id])).toHaveLength(1);
  });

  test.each([
    ['not confirmed by Google', { emailVerified: false }],
    ['confirmed, but not given', { email: null }],
    ['no address at all', { email: 'x' }],
  ])('is not linked by an address that is %s', async (_what, over) => {
    const { id, email } = await createPerson(stage.context());
    await expect(enter(newIdentity({ email, ...over }))).rejects.toMatchObject({ code: 'forbidden' });
    expect(await stage.orm.em.fork().execute('select 1 from identities where user_id = ?', [id])).toEqual([]);
  });
});

describe('an address whose mailbox Google does not run', () => {
  const claimed = (over: Partial<Identified> = {}) => newIdentity({ runsMailbox: false, ...over });

  test('opens an account that is not confirmed, and mails our own link', async () => {
    const identified = claimed();
    const { user, outcome } = await enter(identified);
    expect([outcome, user.email_confirmed]).toEqual(['new', false]);
    const links = await stage.orm.em
      .fork()
      .execute("select email, purpose from secrets where user_id = ? and purpose = 'confirm-email'", [user.id]);
    expect(links).toEqual([{ email: identified.email, purpose: 'confirm-email' }]);
    expect(await enter(identified)).toMatchObject({ outcome: 'known', user: { id: user.id, email_confirmed: false } });
  });

  test.each([
    ['confirmed', () => createPerson(stage.context())],
    ['unconfirmed', newcomer],
  ])('leads into no account that is there, %s', async (_what, open) => {
    const { id, email, cookieSecret } = await open();
    await expect(enter(claimed({ email }))).rejects.toMatchObject({ code: 'conflict' });
    expect(await stage.orm.em.fork().execute('select 1 from identities where user_id = ?', [id])).toEqual([]);
    expect((await findSession(stage.context(), 'cookie', cookieSecret))?.user.id).toBe(id);
    expect((await passwordIs(email)).user.id).toBe(id);
  });

  test('keeps nobody out who proves it later: the account of a stranger is taken over, with their Google account', async () => {
    const stranger = claimed();
    const { user, secret } = await enter(stranger);
    const owner = await enter(newIdentity({ email: stranger.email }));
    expect(owner).toMatchObject({ outcome: 'taken-over', user: { id: user.id, email_confirmed: true } });
    expect(await findSession(stage.context(), 'cookie', secret)).toBeNull();
    await expect(enter(stranger)).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('disconnecting Google', () => {
  test('leaves only the password and the session that asked', async () => {
    const { id, email } = await createPerson(stage.context());
    const identified = newIdentity({ email });
    const google = await enter(identified);
    const own = await sessionOf((await passwordIs(email)).secret);
    expect(await linkedSince(stage.context(), id)).toEqual(expect.any(String));
    await unlinkIdentities(stage.context(), own);
    expect([
      await linkedSince(stage.context(), id),
      await findSession(stage.context(), 'cookie', google.secret),
    ]).toEqual([null, null]);
    // The Google account has another address by then, so nothing links the two.
    const elsewhere = await enter({ ...identified, email: `moved-${email}` });
    expect(elsewhere).toMatchObject({ outcome: 'new' });
    expect((await passwordIs(email)).user.id).toBe(id);
  });

  test('is refused for an account without a password', async () => {
    const { user, secret } = await enter(newIdentity());
    const refused = unlinkIdentities(stage.context(), await sessionOf(secret));
    await expect(refused).rejects.toMatchObject({ code: 'conflict' });
    expect(await linkedSince(stage.context(), user.id)).toEqual(expect.any(String));
  });

  test('leaves no session to a concurrent sign-in with Google', async () => {
    const { email } = await createPerson(stage.context());
    const identified = newIdentity({ email });
    await enter(identified);
    const own = await sessionOf((await passwordIs(email)).secret);
    let entered: Promise<unknown> = Promise.resolve();
    await stage.orm.em.fork().transactional(async (em) => {
      await unlinkIdentities({ em, now: new Date() }, own);
      entered = enter({ ...identified, email: null }).catch((error: unknown) => error);
      await untilLockWait((sql) => stage.orm.em.fork().execute(sql));
    });
    expect(await entered).toMatchObject({ code: 'forbidden' });
  });
});

test('concurrent sign-ins with one new identity open one account', async () => {
  // Several rounds, since the order of the statements differs each time.
  for (let round = 0; round < 8; round += 1) {
    const identified = newIdentity();
    const entered = await Promise.all([1, 2, 3, 4, 5].map(() => enter(identified)));
    expect(new Set(entered.map(({ user }) => user.id)).size).toBe(1);
    expect(entered.filter(({ outcome }) => outcome === 'new')).toHaveLength(1);
  }
});

test.each([
  ['a name that is too long is cut', 'ã'.repeat(200), 'ã'.repeat(120)],
  ['without a name the address gives one', ' ', 'rui'],
])('%s', async (_what, name, kept) => {
  const { user } = await enter(newIdentity({ name, email: `rui@${randomBytes(4).toString('hex')}.example` }));
  expect(user.name).toBe(kept);
});

describe('the name that Google gives', () => {
  const nameOf = async (over: Partial<Identified>) => (await enter(newIdentity(over))).user.name;

  test('becomes the first part of the address where it poses as ours or as an address', async () => {
    const part = () => `ines${randomBytes(4).toString('hex')}`;
    for (const name of ['Stillhere Support', 'https://evil.example', 'Inês\u202e', 'ines@example.org', '  ', null]) {
      const local = part();
      expect([name, await nameOf({ name, email: `${local}@example.org` })]).toEqual([name, local]);
    }
  });

  test('is nobody’s where the address poses as ours too', async () => {
    const email = `stillhere.${randomBytes(4).toString('hex')}@example.org`;
    expect(await nameOf({ name: 'Stillhere', email })).toBe('Someone');
  });
});
