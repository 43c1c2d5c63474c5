/** Secrets that work once. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SecretPurpose } from '#db/entities/accounts.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { createSecret, deleteOldSecrets, endSecrets, findSecret, takeSecret } from '#services/accounts/secrets.ts';
import { hashSecret } from '#services/accounts/sessions.ts';
import { createPerson, createStage } from '#tests/harness/person.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
let userId: string;
beforeAll(async () => {
  stage = await createStage();
  userId = (await createPerson(stage.context())).id;
});
afterAll(() => stage.close());
beforeEach(() => stage.orm.em.fork().execute('delete from secrets'));

const make = (purpose: SecretPurpose = 'reset-password') =>
  createSecret(stage.context(), {
    userId,
    purpose,
    email: purpose === 'exchange' ? null : 'helena@example.com',
    ...(purpose === 'exchange' ? { cookieHash: hashSecret('a cookie') } : {}),
    life: MINUTE,
  });
const take = (secret: string, purpose: SecretPurpose = 'reset-password') =>
  takeSecret(stage.context(), purpose, secret);
const change = (set: string) => stage.orm.em.fork().execute(`update secrets set ${set}`);

describe('a secret', () => {
  it('works once for its purpose, and names what it proves', async () => {
    const { id, secret } = await make();
    expect(secret).toMatch(/^[\w-]{48}$/);
    expect(await findSecret(stage.context(), ['reset-password'], secret)).toMatchObject({ id });
    expect(await take(secret)).toEqual({
      id,
      userId,
      purpose: 'reset-password',
      email: 'helena@example.com',
      cookieHash: null,
    });
    await expect(take(secret)).rejects.toMatchObject({ code: 'gone' });
    await expect(findSecret(stage.context(), ['reset-password'], secret)).rejects.toMatchObject({ code: 'gone' });
  });

  it('carries the cookie that an exchange code belongs to', async () => {
    const { secret } = await make('exchange');
    expect((await take(secret, 'exchange')).cookieHash).toEqual(hashSecret('a cookie'));
  });

  it('is used by one of many concurrent calls', async () => {
    const { secret } = await make();
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => take(secret)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('stays valid when the transaction that used it rolls back', async () => {
    const { secret } = await make();
    const context = stage.context();
    const failed = context.em.transactional(async (em) => {
      await takeSecret({ ...context, em }, 'reset-password', secret);
      throw new Error('the database went away');
    });
    await expect(failed).rejects.toThrow('went away');
    expect((await take(secret)).userId).toBe(userId);
  });

  it('expires', async () => {
    const { secret } = await make();
    await change("expires_at = now() - interval '1 second'");
    await expect(take(secret)).rejects.toMatchObject({ code: 'gone' });
    await expect(findSecret(stage.context(), ['reset-password'], secret)).rejects.toMatchObject({ code: 'gone' });
  });

  it('is refused for another purpose, and with one character changed', async () => {
    const { secret } = await make('confirm-email');
    const other = (character = '') => (character === 'A' ? 'B' : 'A');
    const [first, last] = [other(secret[0]), other(secret.at(-1))];
    const forged = [secret.slice(0, -1) + last, first + secret.slice(1), secret.slice(1), `${secret}A`, '', '../x'];
    for (const wrong of forged) await expect(take(wrong, 'confirm-email')).rejects.toMatchObject({ code: 'not-found' });
    for (const purpose of ['reset-password', 'change-email', 'exchange'] as const)
      await expect(take(secret, purpose)).rejects.toMatchObject({ code: 'not-found' });
    // Also with a changed row: the secret itself proves the purpose.
    await change("purpose = 'reset-password'");
    await expect(take(secret)).rejects.toMatchObject({ code: 'not-found' });
    await expect(take(secret, 'confirm-email')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('is not valid after it is ended, and others stay valid', async () => {
    const [reset, confirm] = [await make(), await make('confirm-email')];
    await endSecrets(stage.context(), userId, ['reset-password']);
    await expect(take(reset.secret)).rejects.toMatchObject({ code: 'gone' });
    expect((await take(confirm.secret, 'confirm-email')).userId).toBe(userId);
  });

  it('is not stored in the database', async () => {
    const { secret } = await make();
    const rows = JSON.stringify(await stage.orm.em.fork().execute('select * from secrets'));
    expect(rows).not.toContain(secret);
    expect(rows).not.toContain(secret.slice(22));
  });

  it('is answered with "gone" for a month after it expired, then is unknown', async () => {
    const { secret } = await make();
    await change("expires_at = now() - interval '29 days'");
    await deleteOldSecrets(stage.orm.em.fork());
    await expect(take(secret)).rejects.toMatchObject({ code: 'gone' });
    await change("expires_at = now() - interval '31 days'");
    await deleteOldSecrets(stage.orm.em.fork());
    await expect(take(secret)).rejects.toMatchObject({ code: 'not-found' });
  });
});
