/** Limits slow down guesses and not owners. With the real counters in Postgres. */
import { availableParallelism } from 'node:os';
import { verify } from '@node-rs/argon2';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { postgresRateLimiter } from '#adapters/rate-limiter.ts';
import { PASSWORD, PASSWORD_HASH } from '#dev/seed/accounts.ts';
import { PASSWORDS, PASSWORDS_FROM, WRONG_PASSWORDS, WRONG_PASSWORDS_FROM } from '#domain/accounts/limits.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { rememberDevice } from '#services/accounts/known-device.ts';
import type { Device } from '#services/accounts/sessions.ts';
import { signIn } from '#services/accounts/sign-in.ts';
import type { Context } from '#services/context.ts';
import { countTry } from '#services/limits/limits.ts';
import type { RateLimiter } from '#services/ports/rate-limiter.ts';
import { unconfirm } from '#tests/harness/account.ts';
import { createPerson, createStage } from '#tests/harness/person.ts';

/** How many passwords are being checked now, and the maximum so far. */
const looks = vi.hoisted(() => ({ now: 0, most: 0 }));
/** Checks wait for this. */
const gate = vi.hoisted(() => ({ open: Promise.resolve() }));
// why: a real check takes a quarter of a second of a core. What is limited is how many there are, and when.
vi.mock('@node-rs/argon2', async (original) => {
  const verify = vi.fn(async (hash: string, password: string) => {
    looks.most = Math.max(looks.most, ++looks.now);
    await gate.open;
    looks.now -= 1;
    return hash === PASSWORD_HASH && password === PASSWORD;
  });
  return { ...(await original<object>()), verify };
});

/** Concurrent checks, in all and for one network. */
const AT_ONCE = Math.min(3, availableParallelism());
const OF_ONE_NETWORK = Math.min(2, AT_ONCE);

const ATTACKER = '203.0.113.7';
const HOME = '198.51.100.20';
const NEIGHBOUR = '198.51.100.21';
/** One line of many in the same /48. */
const lineOf = (index: number) => `2001:db8:7:${index.toString(16)}`;

let stage: Awaited<ReturnType<typeof createStage>>;
let limiter: RateLimiter;
beforeAll(async () => {
  stage = await createStage();
  // A counter that did not answer in time would let everybody in.
  limiter = postgresRateLimiter(stage.url, MINUTE);
});
afterAll(async () => {
  await limiter.close();
  await stage.close();
});
beforeEach(async () => {
  turns.length = 0;
  await stage.orm.em.fork().execute('delete from rate_limits');
});

/** The addresses in the order in which their tries were counted, which is when their turn came. */
const turns: (string | null)[] = [];

/** What one request works with. */
function from(address: string | null): Context {
  let isFirst = true;
  const take: RateLimiter['take'] = (...counted) => {
    if (isFirst) turns.push(address);
    isFirst = false;
    return limiter.take(...counted);
  };
  const perMinute = { calls: 0, writes: 0 };
  const limits = { limiter: { ...limiter, take }, address, perMinute, onFailure: () => {} };
  return { ...stage.context(), limits };
}

/** @returns "in", or the code of the refusal */
async function enter(context: Context, email: string, password: string, device: Partial<Device> = {}) {
  try {
    await signIn(context, { email, password }, { userAgent: 'tests', ...device }, 'cookie');
    return 'in';
  } catch (error) {
    return (error as { code: string }).code;
  }
}

/**
 * Hundreds of wrong passwords at once, until the queue takes no more of them. They are not checked before `release`.
 * @param checked so many begin to be checked
 * @param of where each comes from, for which account, and with which password if not with a wrong one
 */
async function flood(checked: number, of: (index: number) => { address: string; email: string; password?: string }) {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  gate.open = promise;
  onTestFinished(() => release());
  const client = new AbortController();
  const { promise: full, resolve: isFull } = Promise.withResolvers<void>();
  const answers = Array.from({ length: 250 }, async (_, index) => {
    const { address, email, password = 'wrong' } = of(index);
    const outcome = await enter({ ...from(address), hungUp: client.signal }, email, password);
    if (outcome === 'unavailable') isFull();
    return outcome;
  });
  await full;
  await expect.poll(() => looks.now).toBe(checked);
  return { release, hangUp: () => client.abort(), answers: Promise.all(answers) };
}

const floodFrom = (address: string) => flood(OF_ONE_NETWORK, (index) => ({ address, email: `${index}@example.com` }));

/** Signs in during a flood. @returns once the request is in the queue */
async function wait(address: string, email: string, password: string, device: Partial<Device> = {}) {
  const { signal } = new AbortController();
  const listens = vi.spyOn(signal, 'addEventListener');
  const outcome = enter({ ...from(address), hungUp: signal }, email, password, device);
  // The queue starts to listen for a hang-up when it queues the request.
  await expect.poll(() => listens.mock.calls.length).toBeGreaterThan(0);
  return { outcome };
}

async function guess(address: string | null, email: string, times: number, device: Partial<Device> = {}) {
  const outcomes: string[] = [];
  for (let count = 0; count < times; count += 1) outcomes.push(await enter(from(address), email, 'wrong', device));
  return outcomes;
}

/** The proof of a browser in which this account has signed in. */
const proofOf = (id: string, proof: string | null = null) =>
  rememberDevice(stage.context(), id, { userAgent: 'tests', proof });

/** Sets a counter. */
async function tooMany(limit: typeof PASSWORDS, address: string) {
  await countTry(from(address), [{ limit, of: [address] }]);
  await stage.orm.em.fork().execute('update rate_limits set points = ?', [limit.tries]);
}

describe('signing in', () => {
  it('refuses further guesses without checking their passwords', async () => {
    // Of the window nothing passes.
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { email } = await createPerson(stage.context());
    const outcomes = await guess(ATTACKER, email, WRONG_PASSWORDS.tries);
    expect(new Set(outcomes)).toEqual(new Set(['unauthenticated']));
    const looked = vi.mocked(verify).mock.calls.length;
    const refused = await signIn(from(ATTACKER), { email, password: 'stillhere' }, { userAgent: '' }, 'cookie').catch(
      (error: unknown) => error,
    );
    expect(refused).toMatchObject({
      code: 'too-many-requests',
      message: 'That was too often. Please wait 15 minutes and try again.',
      facts: { retry_after: 15 * 60 },
    });
    expect(vi.mocked(verify).mock.calls.length).toBe(looked);
  });

  it('counts each of many concurrent guesses, and checks a few at a time', async () => {
    const { email } = await createPerson(stage.context());
    const { promise, resolve: release } = Promise.withResolvers<void>();
    gate.open = promise;
    onTestFinished(() => release());
    const guesses = Array.from({ length: 15 }, () => enter(from(ATTACKER), email, 'wrong'));
    await expect.poll(() => looks.now).toBe(OF_ONE_NETWORK);
    release();
    const outcomes = await Promise.all(guesses);
    expect(outcomes.filter((outcome) => outcome === 'unauthenticated')).toHaveLength(WRONG_PASSWORDS.tries);
    expect(looks.most).toBe(OF_ONE_NETWORK);
  });

  it('lets the owner in during guesses: from another network, and from the same one with a known browser', async () => {
    const { email, id } = await createPerson(stage.context());
    await guess(ATTACKER, email, WRONG_PASSWORDS.tries + 1);
    expect(await enter(from(HOME), email, 'stillhere')).toBe('in');
    const proof = await proofOf(id);
    expect(await enter(from(ATTACKER), email, 'stillhere', { proof })).toBe('in');
    // The known browser has its own limit, for the case that a stranger uses it.
    expect((await guess(HOME, email, WRONG_PASSWORDS.tries + 1, { proof })).at(-1)).toBe('too-many-requests');
    expect(await enter(from(HOME), email, 'stillhere')).toBe('in');
  });

  it('accepts only our proof of a known browser, for this account', async () => {
    const [person, other] = [await createPerson(stage.context()), await createPerson(stage.context())];
    await guess(ATTACKER, person.email, WRONG_PASSWORDS.tries);
    const own = await proofOf(person.id);
    for (const proof of [
      await proofOf(other.id),
      `${own.slice(0, -1)}${own.endsWith('A') ? 'B' : 'A'}`,
      own.slice(1),
      '...',
    ])
      expect(await enter(from(ATTACKER), person.email, 'stillhere', { proof })).toBe('too-many-requests');
    const both = await proofOf(other.id, own);
    expect(await enter(from(ATTACKER), person.email, 'stillhere', { proof: both })).toBe('in');
  });

  it('is refused at once when the queue is full, and does not count', async () => {
    const { email } = await createPerson(stage.context());
    const { release, hangUp, answers } = await floodFrom(ATTACKER);
    expect(await enter(from(ATTACKER), email, 'stillhere')).toBe('unavailable');
    const counted = await stage.orm.em.fork().execute("select points from rate_limits where key like 'password:%'");
    expect(counted).toHaveLength(OF_ONE_NETWORK);
    hangUp();
    release();
    expect(new Set(await answers)).toEqual(new Set(['unauthenticated', 'unavailable']));
    expect(await enter(from(ATTACKER), email, 'stillhere')).toBe('in');
  });

  it('from another network waits for at most one other, whatever one network sends', async () => {
    const { email } = await createPerson(stage.context());
    const { release, hangUp, answers } = await floodFrom(ATTACKER);
    const home = await wait(HOME, email, 'stillhere');
    release();
    expect(await home.outcome).toBe('in');
    expect(turns.indexOf(HOME)).toBeLessThanOrEqual(OF_ONE_NETWORK + 1);
    hangUp();
    await answers;
  });

  it('of its owner elsewhere waits for at most one other, however many right passwords one network sends', async () => {
    const { email } = await createPerson(stage.context());
    const right = { address: ATTACKER, email, password: 'stillhere' };
    const { release, hangUp, answers } = await flood(OF_ONE_NETWORK, () => right);
    const home = await wait(HOME, email, 'stillhere');
    release();
    expect(await home.outcome).toBe('in');
    expect(turns.indexOf(HOME)).toBeLessThanOrEqual(OF_ONE_NETWORK + 1);
    hangUp();
    await answers;
  });

  it('waits for at most one other, when the others come each from another line of one wide IPv6 network', async () => {
    const { email } = await createPerson(stage.context());
    const { release, hangUp, answers } = await flood(OF_ONE_NETWORK, (index) => ({ address: lineOf(index), email }));
    const home = await wait(HOME, email, 'stillhere');
    release();
    expect(await home.outcome).toBe('in');
    expect(turns.indexOf(HOME)).toBeLessThanOrEqual(OF_ONE_NETWORK + 1);
    hangUp();
    await answers;
  });

  it('stays easy while many networks guess at another account, and for the owner on a known device', async () => {
    const [attacked, other] = [await createPerson(stage.context()), await createPerson(stage.context())];
    const { release, hangUp, answers } = await flood(AT_ONCE, (index) => ({
      address: `192.0.2.${index}`,
      email: attacked.email,
    }));
    const proof = await proofOf(attacked.id);
    const owner = await wait(HOME, attacked.email, 'stillhere', { proof });
    const neighbour = await wait(NEIGHBOUR, other.email, 'stillhere');
    release();
    expect([await owner.outcome, await neighbour.outcome]).toEqual(['in', 'in']);
    // One check of the flood, then these two in either order.
    expect(turns.slice(AT_ONCE, AT_ONCE + 3)).toEqual(expect.arrayContaining([HOME, NEIGHBOUR]));
    hangUp();
    await answers;
  });

  it('with many right passwords at once is not taken for guessing', async () => {
    const { email } = await createPerson(stage.context());
    const atOnce = Array.from({ length: WRONG_PASSWORDS.tries + 1 }, () => enter(from(HOME), email, 'stillhere'));
    expect(new Set(await Promise.all(atOnce))).toEqual(new Set(['in']));
  });

  it('is limited with right passwords, too: by account and network, so that nobody uses up the tries of the owner', async () => {
    const { email, id } = await createPerson(stage.context());
    for (let count = 0; count < PASSWORDS.tries; count += 1)
      expect(await enter(from(ATTACKER), email, 'stillhere')).toBe('in');
    expect(await enter(from(ATTACKER), email, 'stillhere')).toBe('too-many-requests');
    expect(await enter(from(HOME), email, 'stillhere')).toBe('in');
    const proof = await proofOf(id);
    expect(await enter(from(ATTACKER), email, 'stillhere', { proof })).toBe('in');
  });

  it('is limited with right passwords by network, but not on a known device', async () => {
    const { email, id } = await createPerson(stage.context());
    await tooMany(PASSWORDS_FROM, ATTACKER);
    expect(await enter(from(ATTACKER), email, 'stillhere')).toBe('too-many-requests');
    expect(await enter(from(HOME), email, 'stillhere')).toBe('in');
    const proof = await proofOf(id);
    expect(await enter(from(ATTACKER), email, 'stillhere', { proof })).toBe('in');
  });

  it('is limited by network address over all accounts, and not without an address', async () => {
    await tooMany(WRONG_PASSWORDS_FROM, ATTACKER);
    expect(await enter(from(ATTACKER), 'nobody@example.com', 'wrong')).toBe('too-many-requests');
    expect(await enter(from(HOME), 'nobody@example.com', 'wrong')).toBe('unauthenticated');
    expect(await enter(from(null), 'nobody@example.com', 'wrong')).toBe('unauthenticated');
  });

  it('is limited in a wide IPv6 network, too: a person who rents it has few more tries than others', async () => {
    const { email } = await createPerson(stage.context());
    await enter(from(lineOf(0)), email, 'wrong');
    await stage.orm.em.fork().execute("update rate_limits set points = 1000 where key like 'password-wider-2:%'");
    expect(await enter(from(lineOf(9_000)), email, 'stillhere')).toBe('too-many-requests');
    expect(await enter(from(HOME), email, 'stillhere')).toBe('in');
    expect(await enter(from('2001:db8:8:0'), email, 'stillhere')).toBe('in');
  });

  it('takes the same work, queries and number of tries for every password that is refused', async () => {
    const [right, unconfirmed, withoutPassword] = [
      await createPerson(stage.context()),
      await createPerson(stage.context()),
      await createPerson(stage.context()),
    ];
    const em = stage.orm.em.fork();
    await unconfirm((sql, params) => em.execute(sql, params), unconfirmed.id);
    await em.execute('update users set password_hash = null where id = ?', [withoutPassword.id]);
    const works: unknown[] = [];
    const asked = vi.spyOn(pg.Client.prototype, 'query');
    for (const email of [right.email, unconfirmed.email, withoutPassword.email, 'nobody@example.com']) {
      vi.mocked(verify).mockClear();
      asked.mockClear();
      const outcomes = await guess(ATTACKER, email, WRONG_PASSWORDS.tries + 1);
      works.push([outcomes, vi.mocked(verify).mock.calls.length, asked.mock.calls.length]);
      // Without an account a dummy hash is checked, with the same cost parameters.
      for (const [hash] of vi.mocked(verify).mock.calls) expect(hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
    }
    asked.mockRestore();
    const outcomes = [...Array(WRONG_PASSWORDS.tries).fill('unauthenticated'), 'too-many-requests'];
    const [[, , queries]] = works as [[unknown, unknown, number]];
    expect(queries).toBeGreaterThan(WRONG_PASSWORDS.tries);
    for (const work of works) expect(work).toEqual([outcomes, WRONG_PASSWORDS.tries, queries]);
  });
});
