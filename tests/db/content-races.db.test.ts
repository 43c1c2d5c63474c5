/** A content is deleted while something else happens to it: one of the two wins, never half of each. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { AppError } from '#domain/errors.ts';
import { claimDeliveries } from '#services/deliveries/claim-and-record.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { createText } from '#services/vault/change-content.ts';
import { deleteContent } from '#services/vault/delete-content.ts';
import { createPerson, createStage, scheduleOf } from '#tests/harness/person.ts';

const POLICY = { claimLease: 20_000, unknownWait: 180_000, minute: 60_000 };
const ROUNDS = 12;

let stage: Awaited<ReturnType<typeof createStage>>;
let helena: Awaited<ReturnType<typeof createPerson>>;
beforeAll(async () => {
  stage = await createStage();
});
beforeEach(async () => {
  helena = await createPerson(stage.context());
});
afterAll(() => stage.close());

const query = <T>(sql: string, params: unknown[] = []) => stage.orm.em.fork().execute<T[]>(sql, params);
const remove = (id: string, confirmed: string[] = []) => deleteContent(stage.context(), helena.id, id, { confirmed });
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : Promise.reject(error)),
  );
const claim = (id: string) =>
  claimDeliveries({ em: stage.orm.em.fork(), keyring: stage.keyring }, { kind: 'one', id, revision: 1 }, POLICY).then(
    ({ claimed }) => claimed[0],
  );

/** A delivery that is due and that no worker has claimed. */
async function due() {
  const { id } = await scheduleDelivery(stage.context(), helena.id, scheduleOf(helena.letter.id));
  await query(
    "update deliveries set scheduled_time = now(), next_attempt_at = now() - interval '1 second' where id = ?",
    [id],
  );
  return id;
}

it('either schedules a delivery or deletes the letter: never a delivery without its letter', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await createText(stage.context(), helena.id, { title: 'A', content: 'B', is_public: false });
    const [scheduled, deleted] = await Promise.all([
      refusal(scheduleDelivery(stage.context(), helena.id, scheduleOf(id))),
      refusal(remove(id)),
    ]);
    expect([`${scheduled}, ${deleted}`]).toContainEqual(
      expect.stringMatching(/^done, conflict$|^validation-failed, done$/),
    );
  }
  const orphans = `select d.id from deliveries d join delivery_contents dc on dc.delivery_id = d.id
    where dc.content_id is null and d.status = 'pending' and d.deleted_at is null`;
  expect(await query(orphans)).toEqual([]);
});

it('either sends a letter or deletes it: never both', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const id = await due();
    const [claimed, deleted] = await Promise.all([claim(id), refusal(remove(helena.letter.id, [id]))]);
    expect([claimed !== undefined, deleted]).toEqual(claimed ? [true, 'conflict'] : [false, 'done']);
    if (claimed) await query('delete from deliveries where id = ?', [id]);
    else helena = await createPerson(stage.context());
  }
});

it('deletes once when two requests delete at once', async () => {
  const answers = await Promise.all([refusal(remove(helena.letter.id)), refusal(remove(helena.letter.id))]);
  expect(answers.sort()).toEqual(['done', 'not-found']);
});
