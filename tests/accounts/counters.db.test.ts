/** The counters of tries, in Postgres, and what they limit besides passwords. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { postgresRateLimiter } from '#adapters/rate-limiter.ts';
import { LINK_MAILS, SIGN_UPS_FROM, WRONG_LINKS_FROM } from '#domain/accounts/limits.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { signIn } from '#services/accounts/sign-in.ts';
import { signUp } from '#services/accounts/sign-up.ts';
import type { Context } from '#services/context.ts';
import { countTry, followLink } from '#services/limits/limits.ts';
import { notFound } from '#services/not-found.ts';
import type { RateLimiter } from '#services/ports/rate-limiter.ts';
import { createPerson, createStage } from '#tests/harness/person.ts';

const ATTACKER = '203.0.113.7';
const HOME = '198.51.100.20';

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
beforeEach(() => stage.orm.em.fork().execute('delete from rate_limits'));

/** What one request works with. */
function from(address: string, failures: unknown[] = [], own = limiter): Context {
  const perMinute = { calls: 0, writes: 0 };
  const limits = { limiter: own, address, perMinute, onFailure: (error: unknown) => failures.push(error) };
  return { ...stage.context(), limits };
}

const enter = (context: Context, email: string, password: string) =>
  signIn(context, { email, password }, { userAgent: 'tests' }, 'cookie');

/** Sets a counter. */
async function tooMany(limit: typeof LINK_MAILS, address: string) {
  await countTry(from(address), [{ limit, of: [address] }]);
  await stage.orm.em.fork().execute('update rate_limits set points = ?', [limit.tries]);
}

it('signing up is limited by network address', async () => {
  await tooMany(SIGN_UPS_FROM, ATTACKER);
  const input = { email: 'new@example.com', name: 'New', password: 'stillhere', time_zone: 'UTC' };
  await expect(signUp(from(ATTACKER), input, { userAgent: '' }, 'token')).rejects.toMatchObject({
    code: 'too-many-requests',
  });
  expect((await signUp(from(HOME), input, { userAgent: '' }, 'token')).user.email).toBe(input.email);
});

it('links that are not valid are limited by network address; a valid one is not', async () => {
  await tooMany(WRONG_LINKS_FROM, ATTACKER);
  const lost = () => Promise.reject(notFound('address'));
  await expect(followLink(from(ATTACKER), lost)).rejects.toMatchObject({ code: 'too-many-requests' });
  await expect(followLink(from(HOME), lost)).rejects.toMatchObject({ code: 'not-found' });
  expect(await followLink(from(ATTACKER), async () => 'opened')).toBe('opened');
});

describe('the counters', () => {
  it('store nothing that names a person', async () => {
    const { email } = await createPerson(stage.context());
    await expect(enter(from(ATTACKER), email, 'wrong')).rejects.toMatchObject({ code: 'unauthenticated' });
    const rows = await stage.orm.em.fork().execute<{ key: string }[]>('select key from rate_limits order by key');
    expect(rows.map(({ key }) => key)).toEqual([
      expect.stringMatching(/^password-any-from:[\w-]{43}$/),
      expect.stringMatching(/^password-any:[\w-]{43}$/),
      expect.stringMatching(/^password-from:[\w-]{43}$/),
      expect.stringMatching(/^password:[\w-]{43}$/),
    ]);
  });

  it('start again after their window', async () => {
    await tooMany(LINK_MAILS, ATTACKER);
    const counter = { limit: LINK_MAILS, of: [ATTACKER] };
    await expect(countTry(from(ATTACKER), [counter])).rejects.toMatchObject({ code: 'too-many-requests' });
    await stage.orm.em.fork().execute('update rate_limits set expire = 1');
    await expect(countTry(from(ATTACKER), [counter])).resolves.toBeDefined();
  });

  it('do not count a try that another counter refused', async () => {
    await tooMany(LINK_MAILS, ATTACKER);
    const other = { limit: SIGN_UPS_FROM, of: ['somebody'] };
    await expect(countTry(from(ATTACKER), [other, { limit: LINK_MAILS, of: [ATTACKER] }])).rejects.toThrow();
    expect(await stage.orm.em.fork().execute("select points from rate_limits where key like 'sign-up-from:%'")).toEqual(
      [{ points: 0 }],
    );
  });

  it('count several tries at once where that is asked, and refuse the first beyond the limit', async () => {
    const counter = { limit: { name: 'calls', tries: 10, within: MINUTE, atOnce: 5 }, of: ['an account'] };
    const points = () => stage.orm.em.fork().execute("select points from rate_limits where key like 'calls:%'");
    for (let call = 0; call < 5; call++) await countTry(from(HOME), [counter]);
    expect(await points()).toEqual([{ points: 5 }]);
    for (let call = 0; call < 5; call++) await countTry(from(HOME), [counter]);
    expect(await points()).toEqual([{ points: 10 }]);
    await expect(countTry(from(HOME), [counter])).rejects.toMatchObject({ code: 'too-many-requests' });
  });

  it('are not asked again after refusing as many tries as they allow', async () => {
    const counter = { limit: SIGN_UPS_FROM, of: ['a flood'] };
    await countTry(from(ATTACKER), [counter]);
    await stage.orm.em.fork().execute('update rate_limits set points = ?', [2 * SIGN_UPS_FROM.tries]);
    await expect(countTry(from(ATTACKER), [counter])).rejects.toMatchObject({ code: 'too-many-requests' });
    await stage.orm.em.fork().execute('delete from rate_limits');
    await expect(countTry(from(ATTACKER), [counter])).rejects.toMatchObject({ code: 'too-many-requests' });
    expect(await stage.orm.em.fork().execute('select key from rate_limits')).toEqual([]);
  });

  it('let everybody in when they cannot be reached', async () => {
    const { email } = await createPerson(stage.context());
    const away = postgresRateLimiter('postgres://nobody@127.0.0.1:1/none');
    const failures: unknown[] = [];
    expect((await enter(from(ATTACKER, failures, away), email, 'stillhere')).user.email).toBe(email);
    // Only one counter was asked.
    expect(failures).toHaveLength(1);
    await away.close();
  });
});
