/** Either password, a wrong one, and an account with one password or none cost the same work: two slow checks. */
import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { PASSWORD, PASSWORD_HASH } from '#dev/seed/accounts.ts';
import { AppError } from '#domain/errors.ts';
import { checkInByPassword } from '#services/accounts/check-in-by-password.ts';
import { createPerson, createStage } from '#tests/harness/person.ts';

// why: the test counts the checks, and what each compares with.
vi.mock('@node-rs/argon2', async (original) => ({
  ...(await original<typeof import('@node-rs/argon2')>()),
  verify: vi.fn(
    async (hash: string, password: string) =>
      hash === `hash of ${password}` || (hash === PASSWORD_HASH && password === PASSWORD),
  ),
}));

let stage: Awaited<ReturnType<typeof createStage>>;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage.close());
beforeEach(() => void vi.mocked(verify).mockClear());

const query = (sql: string, params: unknown[]) => stage.orm.em.fork().execute(sql, params);

async function owner({ duress = true, own = true } = {}) {
  const { id } = await createPerson(stage.context());
  if (!own) await query('update users set password_hash = null where id = ?', [id]);
  if (duress)
    await query('insert into duress_passwords (owner_id, password_hash, hold_days) values (?, ?, 90)', [
      id,
      'hash of heron',
    ]);
  return id;
}

test.each([
  ['the account’s password', PASSWORD, {}, 'done'],
  ['the duress password', 'heron', {}, 'done'],
  ['a wrong one', 'owl', {}, 'validation-failed'],
  ['the account’s password where there is no other', PASSWORD, { duress: false }, 'done'],
  ['a wrong one where there is no other', 'owl', { duress: false }, 'validation-failed'],
  ['one of an account that has none', 'owl', { duress: false, own: false }, 'validation-failed'],
])('%s is checked twice', async (_, password, passwords, outcome) => {
  const id = await owner(passwords);
  const answer = await checkInByPassword(stage.context(), id, password).then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : Promise.reject(error)),
  );
  expect([answer, vi.mocked(verify).mock.calls.length]).toEqual([outcome, 2]);
  for (const [hash] of vi.mocked(verify).mock.calls)
    expect(hash).toMatch(/^(\$argon2id\$v=19\$m=65536,t=3,p=1\$|hash of)/);
});
