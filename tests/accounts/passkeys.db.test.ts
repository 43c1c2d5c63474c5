/** Passkeys in accounts: how one is added, what signs in and what does not, and what ends one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPasskeyAnswerSchema, passkeyAnswerSchema } from '#domain/accounts/passkeys.schema.ts';
import { CHALLENGE_LIFE, PASSKEYS_MAX } from '#domain/accounts/passkeys.ts';
import { addPasskey, askForPasskey } from '#services/accounts/add-passkey.ts';
import { endAccess, signOutEverywhere } from '#services/accounts/end-access.ts';
import { deleteOldChallenges } from '#services/accounts/passkey-challenges.ts';
import { findPasskey, listPasskeys, removePasskey, renamePasskey } from '#services/accounts/passkeys.ts';
import { findSession, type OpenSession } from '#services/accounts/sessions.ts';
import { askToSignIn, signInWithPasskey } from '#services/accounts/sign-in-with-passkey.ts';
import { Authenticator, type Lie } from '#tests/harness/authenticator.ts';
import { createPerson, createStage } from '#tests/harness/person.ts';

const ORIGIN = 'https://stillhere.example';
const SITE = { id: 'stillhere.example', origin: ORIGIN };
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const DEVICE = { userAgent: FIREFOX };

let stage: Awaited<ReturnType<typeof createStage>>;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage?.close());

const context = (now?: Date) => stage.context(now);

/** A person, and their session. */
async function person(): Promise<OpenSession> {
  const { cookieSecret } = await createPerson(context());
  const session = await findSession(context(), 'cookie', cookieSecret);
  if (!session) throw new Error('a new person is signed in');
  return session;
}

async function add(session: OpenSession, key = new Authenticator(ORIGIN), lie: Lie = {}) {
  const answer = key.create(await askForPasskey(context(), session, SITE), lie);
  const view = await addPasskey(context(), session, SITE, newPasskeyAnswerSchema.parse(answer), FIREFOX);
  return { key, view };
}

/** @returns the account that a passkey signs in to */
async function enter(key: Authenticator, lie: Lie = {}): Promise<string> {
  const answer = passkeyAnswerSchema.parse(key.get(askToSignIn(context(), SITE), lie));
  return (await signInWithPasskey(context(), SITE, answer, DEVICE, 'cookie')).user.id;
}

const kindsOf = async (userId: string) => {
  const rows = await stage.orm.em
    .fork()
    .execute<{ kind: string }[]>(
      "select kind from record_entries where account_id = ? and kind like 'account-passkey%' order by seq",
      [userId],
    );
  return rows.map(({ kind }) => kind);
};

const REFUSED = expect.objectContaining({ code: 'unauthenticated' });
const GONE = expect.objectContaining({ code: 'gone' });
const CONFLICT = expect.objectContaining({ code: 'conflict' });
const UNKNOWN = expect.objectContaining({ code: 'not-found' });

describe('adding a passkey', () => {
  it('asks for one that signs in alone, without its make, and not for one that is there', async () => {
    const session = await person();
    const { key } = await add(session);
    const options = await askForPasskey(context(), session, SITE);
    expect(options).toMatchObject({
      rp: { id: 'stillhere.example' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: key.id.toString('base64url'), transports: ['internal', 'hybrid'] }],
    });
    expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(16);
  });

  it('names it after what keeps it, else after the browser, and writes the record', async () => {
    const session = await person();
    await add(session);
    await add(session);
    await add(session, new Authenticator(ORIGIN, 0, 'd548826e-79b4-db40-a3d8-11116f7e8349'));
    const names = (await listPasskeys(context(), session.user.id)).map(({ name }) => name);
    expect(names).toEqual(['Firefox on Linux', 'Firefox on Linux 2', 'Bitwarden']);
    expect(await kindsOf(session.user.id)).toEqual(Array(3).fill('account-passkey-added'));
  });

  it.each([
    ['from another origin', { origin: 'https://stillhere.example.net' }],
    ['for another site', { rpId: 'example.net' }],
    ['without a look at the person', { isVerified: false }],
    ['to a challenge that is not ours', { challenge: 'A'.repeat(48) }],
  ])('refuses an answer %s', async (_, lie) => {
    const session = await person();
    await expect(add(session, new Authenticator(ORIGIN), lie)).rejects.toEqual(REFUSED);
    expect(await listPasskeys(context(), session.user.id)).toEqual([]);
  });

  it('takes each challenge once, also when two answers come at the same time', async () => {
    const session = await person();
    const options = await askForPasskey(context(), session, SITE);
    const answers = [new Authenticator(ORIGIN), new Authenticator(ORIGIN)].map((key) =>
      newPasskeyAnswerSchema.parse(key.create(options)),
    );
    const adding = answers.map((answer) => addPasskey(context(), session, SITE, answer, FIREFOX));
    const outcomes = await Promise.allSettled(adding);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'gone' } });
  });

  it('takes no challenge of another session, of a sign-in, or that has expired', async () => {
    const [session, other] = [await person(), await person()];
    const options = await askForPasskey(context(), session, SITE);
    const answer = (challenge: string) =>
      newPasskeyAnswerSchema.parse(new Authenticator(ORIGIN).create({ ...options, challenge }));
    const send = (challenge: string, now = new Date()) =>
      addPasskey(context(now), session, SITE, answer(challenge), FIREFOX);
    const ofOther = await askForPasskey(context(), other, SITE);
    await expect(send(ofOther.challenge)).rejects.toEqual(REFUSED);
    await expect(send(askToSignIn(context(), SITE).challenge)).rejects.toEqual(REFUSED);
    const late = new Date(Date.now() + CHALLENGE_LIFE + 1_000);
    await expect(send(options.challenge, late)).rejects.toEqual(GONE);
    await expect(send(options.challenge)).resolves.toMatchObject({ last_used_at: null });
  });

  it('refuses a passkey that is in an account already, and the 21st', async () => {
    const [session, other] = [await person(), await person()];
    const { key } = await add(session);
    await expect(add(other, key)).rejects.toEqual(CONFLICT);
    for (let count = 1; count < PASSKEYS_MAX; count++) await add(session);
    await expect(askForPasskey(context(), session, SITE)).rejects.toEqual(CONFLICT);
  });
});

describe('signing in with a passkey', () => {
  it('needs nothing else, and says when it was used', async () => {
    const session = await person();
    const { key, view } = await add(session);
    expect([view.last_used_at, await enter(key)]).toEqual([null, session.user.id]);
    const { last_used_at } = await findPasskey(context(), session.user.id, view.id);
    expect(last_used_at).toMatch(/Z$/);
  });

  it.each([
    ['from another origin', { origin: 'https://stillhere.example.net' }],
    ['for another site', { rpId: 'example.net' }],
    ['without a look at the person', { isVerified: false }],
    ['to a challenge that is not ours', { challenge: 'A'.repeat(48) }],
    ['that names another account', { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }],
    ['that names no account', { userHandle: null }],
  ])('refuses an answer %s', async (_, lie) => {
    const { key } = await add(await person());
    await expect(enter(key, lie)).rejects.toEqual(REFUSED);
  });

  it('refuses a passkey that nobody added', async () => {
    const session = await person();
    const key = new Authenticator(ORIGIN);
    key.create(await askForPasskey(context(), session, SITE));
    await expect(enter(key)).rejects.toEqual(REFUSED);
  });

  it('takes each answer once, and none to a challenge that has expired or was for something else', async () => {
    const session = await person();
    const { key } = await add(session);
    const answer = passkeyAnswerSchema.parse(key.get(askToSignIn(context(), SITE)));
    const send = (now = new Date()) => signInWithPasskey(context(now), SITE, answer, DEVICE, 'cookie');
    await expect(send(new Date(Date.now() + CHALLENGE_LIFE + 1_000))).rejects.toEqual(GONE);
    await expect(send()).resolves.toMatchObject({ user: { id: session.user.id } });
    await expect(send()).rejects.toEqual(GONE);
    const { challenge } = await askForPasskey(context(), session, SITE);
    await expect(enter(key, { challenge })).rejects.toEqual(REFUSED);
  });

  it('refuses a passkey whose count goes back, as a copy’s does; it is recorded, and the next right one signs in', async () => {
    const session = await person();
    const { key } = await add(session, new Authenticator(ORIGIN, 40));
    expect(await enter(key)).toBe(session.user.id);
    const events: unknown[] = [];
    key.counter -= 1;
    const answer = passkeyAnswerSchema.parse(key.get(askToSignIn(context(), SITE)));
    const watched = { ...context(), onSecurityEvent: (...event: unknown[]) => void events.push(event) };
    await expect(signInWithPasskey(watched, SITE, answer, DEVICE, 'cookie')).rejects.toEqual(REFUSED);
    expect(events).toEqual([['passkey-copied', expect.objectContaining({ account: session.user.id })]]);
    expect(await kindsOf(session.user.id)).toEqual(['account-passkey-added', 'account-passkey-refused']);
    // What was refused is used up as well.
    await expect(signInWithPasskey(context(), SITE, answer, DEVICE, 'cookie')).rejects.toEqual(GONE);
    expect(await enter(key)).toBe(session.user.id);
  });
});

describe('a passkey', () => {
  it('gets another name that no other passkey has, and is removed; those of others are not found', async () => {
    const [session, stranger] = [await person(), await person()];
    const [{ view, key }, second] = [await add(session), await add(session)];
    const { id } = session.user;
    await renamePasskey(context(), id, view.id, 'My phone');
    await renamePasskey(context(), id, view.id, 'My phone');
    await expect(renamePasskey(context(), id, second.view.id, 'MY PHONE')).rejects.toEqual(CONFLICT);
    await expect(renamePasskey(context(), stranger.user.id, view.id, 'Mine')).rejects.toEqual(UNKNOWN);
    await expect(removePasskey(context(), stranger.user.id, view.id)).rejects.toEqual(UNKNOWN);
    await expect(findPasskey(context(), stranger.user.id, view.id)).rejects.toEqual(UNKNOWN);
    await removePasskey(context(), id, view.id);
    await expect(removePasskey(context(), id, view.id)).rejects.toEqual(UNKNOWN);
    expect((await listPasskeys(context(), id)).map(({ name }) => name)).toEqual(['Firefox on Linux 2']);
    await expect(enter(key)).rejects.toEqual(REFUSED);
    expect((await kindsOf(id)).slice(2)).toEqual(['account-passkey-renamed', 'account-passkey-removed']);
  });

  it('is mailed about to its owner when it is added and when it is removed, and not when it gets a name', async () => {
    const session = await person();
    const { id } = session.user;
    const mails = async () =>
      (
        await context().em.execute<{ kind: string }[]>(
          "select kind from account_mails where user_id = ? and kind = 'factors-changed'",
          [id],
        )
      ).length;
    const { view } = await add(session);
    expect(await mails()).toBe(1);
    await renamePasskey(context(), id, view.id, 'My phone');
    expect(await mails()).toBe(1);
    await removePasskey(context(), id, view.id);
    expect(await mails()).toBe(2);
  });

  it.each([
    ['a new password by mail', endAccess],
    ['“This was not me”', signOutEverywhere],
  ])('ends with %s, since a stranger may have added it', async (_, end) => {
    const session = await person();
    const { key } = await add(session);
    await context().em.transactional((em) => end({ ...context(), em }, session.user.id));
    await expect(enter(key)).rejects.toEqual(REFUSED);
    expect(await kindsOf(session.user.id)).toEqual(['account-passkey-added', 'account-passkey-removed']);
  });
});

it('challenges that were answered are deleted once they would have expired, and not before', async () => {
  const { key } = await add(await person());
  await enter(key);
  const count = async () => {
    const [row] = await context().em.execute<{ n: number }[]>('select count(*)::int as n from passkey_challenges');
    return row?.n ?? 0;
  };
  const before = await count();
  await deleteOldChallenges(context().em);
  expect([before > 1, await count()]).toEqual([true, before]);
  await context().em.execute("update passkey_challenges set expires_at = now() - interval '1 second'");
  await deleteOldChallenges(context().em);
  expect(await count()).toBe(0);
});
