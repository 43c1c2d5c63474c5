/** What typed queries return. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Identity } from '#db/entities/accounts.ts';
import { ago, CLOCK_NOW, fromNow, NOW } from '#db/instants.ts';
import { isUniqueViolation, query } from '#db/query.ts';
import { anyOf, COUNT } from '#db/sql.ts';
import { createPerson, createStage } from '#tests/harness/person.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage.close());

it('gives instants as dates, by the clock of the database', async () => {
  const { now, before, after } = await query(stage.context().em)
    .selectNoFrom([NOW.as('now'), ago(1_500).as('before'), fromNow(86_400_000).as('after')])
    .executeTakeFirstOrThrow();
  expect([now.getTime() - before.getTime(), after.getTime() - now.getTime()]).toEqual([1_500, 86_400_000]);
});

it('has the clock itself besides the start of the transaction', async () => {
  await stage.context().em.transactional(async (tx) => {
    const instants = () =>
      query(tx)
        .selectNoFrom([NOW.as('began'), CLOCK_NOW.as('now')])
        .executeTakeFirstOrThrow();
    const [first, second] = [await instants(), await instants()];
    expect(second.began).toEqual(first.began);
    expect(first.now.getTime()).toBeGreaterThanOrEqual(first.began.getTime());
    const { isLater } = await query(tx)
      .selectNoFrom((eb) => eb(CLOCK_NOW, '>', NOW).$castTo<boolean>().as('isLater'))
      .executeTakeFirstOrThrow();
    expect(isLater).toBe(true);
  });
});

it('counts in numbers, and finds no row by an empty list of ids', async () => {
  const { id } = await createPerson(stage.context());
  const count = (ids: string[]) =>
    query(stage.context().em)
      .selectFrom('users')
      .select(COUNT.as('count'))
      .where('id', '=', anyOf(ids))
      .executeTakeFirstOrThrow();
  expect([await count([id, randomUUID()]), await count([])]).toEqual([{ count: 1 }, { count: 0 }]);
});

it('works inside the transaction of its entity manager', async () => {
  const { id } = await createPerson(stage.context());
  const { em } = stage.context();
  const nameOf = (at: typeof em) =>
    query(at).selectFrom('users').select('name').where('id', '=', id).executeTakeFirst();
  const failed = em.transactional(async (tx) => {
    await query(tx).updateTable('users').set({ name: 'Ana' }).where('id', '=', id).execute();
    expect([await nameOf(tx), await nameOf(stage.context().em)]).toEqual([{ name: 'Ana' }, { name: 'Helena Duarte' }]);
    throw new Error('rolled back');
  });
  await expect(failed).rejects.toThrow('rolled back');
  expect(await nameOf(em)).toEqual({ name: 'Helena Duarte' });
});

it('recognises a unique violation among other failures, also from the entity manager', async () => {
  const { id } = await createPerson(stage.context());
  const { em } = stage.context();
  const isRepeated = (work: Promise<unknown>) => work.then(() => null, isUniqueViolation);
  const user = await query(em).selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const insert = (other: string) =>
    query(em)
      .insertInto('users')
      .values({ ...user, id: other })
      .execute();
  expect(await isRepeated(insert(randomUUID()))).toBe(true);
  expect(await isRepeated(insert('not an id'))).toBe(false);
  const identity = { id, user: id, issuer: 'google', subject: id, createdAt: user.created_at };
  expect(await isRepeated(em.insert(Identity, identity))).toBeNull();
  expect(await isRepeated(em.insert(Identity, identity))).toBe(true);
});
