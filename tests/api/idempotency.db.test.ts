/** Idempotency keys in the database: cases that an API call cannot show. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { AppError } from '#domain/errors.ts';
import { answerOnce, claimKey, deleteOldAnswers } from '#services/idempotency/keys.ts';
import { createText } from '#services/vault/change-content.ts';
import { untilLockWait } from '#tests/harness/lock-waits.ts';
import { createPerson, createStage } from '#tests/harness/person.ts';
import { eventually } from '#tests/harness/process.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
let helena: Awaited<ReturnType<typeof createPerson>>;
beforeAll(async () => {
  stage = await createStage();
  helena = await createPerson(stage.context());
});
afterAll(() => stage?.close());

const asked = ['POST', '/api/content/upload', { title: 'A letter' }];
const letter = { title: 'A letter', content: 'Dear Ana,', is_public: false };
const caller = (key: string) => ({ ownerId: helena.id, key });
const count = async (table: string) => {
  const [row] = await stage.orm.em.fork().execute<{ n: number }[]>(`select count(*)::int as n from ${table}`);
  return row?.n;
};

test('rolls back the work when the answer cannot be saved', async () => {
  const before = await count('contents');
  const work = answerOnce(stage.context(), caller('fails'), { request: asked, status: 201 }, async (inside) => {
    await createText(inside, helena.id, letter);
    throw new Error('the process dies here');
  });
  await expect(work).rejects.toThrow('dies here');
  expect([await count('contents'), await count('idempotency_keys')]).toEqual([before, 0]);
});

test('a call that waited for a refused one does the work', async () => {
  const began = Promise.withResolvers<void>();
  const refused = answerOnce(stage.context(), caller('waits'), { request: asked, status: 201 }, async () => {
    began.resolve();
    await untilLockWait((sql) => stage.orm.em.fork().execute(sql));
    throw new AppError('conflict', 'No.');
  });
  await began.promise;
  const second = answerOnce(stage.context(), caller('waits'), { request: asked, status: 201 }, async () => 'made');
  await expect(refused).rejects.toMatchObject({ code: 'conflict' });
  expect(await second).toEqual({ answer: 'made', isReplay: false });
});

test('an upload that lost its key to another can neither settle nor free it', async () => {
  const lost = await claimKey(stage.context(), caller('lost'));
  if (lost.kind !== 'claimed') throw new Error('the key was new');
  await stage.orm.em
    .fork()
    .execute(`update idempotency_keys set created_at = now() - interval '3 minutes' where status is null`);
  const taken = await claimKey(stage.context(), caller('lost'));
  if (taken.kind !== 'claimed') throw new Error('the key was free');
  const outcome = { request: asked, status: 201, answer: 'made' };
  await expect(lost.settle(stage.context(), outcome)).rejects.toMatchObject({ code: 'conflict' });
  await lost.free();
  await taken.settle(stage.context(), outcome);
  expect(await claimKey(stage.context(), caller('lost'))).toMatchObject({ kind: 'answered', answer: 'made' });
});

test('an upload holds its key while it is in progress, and frees it after that', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const claim = await claimKey(stage.context(), caller('long'));
    if (claim.kind !== 'claimed') throw new Error('the key was new');
    const em = stage.orm.em.fork();
    await em.execute(`update idempotency_keys set created_at = now() - interval '119 seconds' where status is null`);
    vi.advanceTimersByTime(20_000);
    const isFresh = `select 1 from idempotency_keys where status is null and created_at > now() - interval '1 minute'`;
    await eventually(
      () => em.execute<object[]>(isFresh),
      (rows) => rows.length === 1,
    );
    await expect(claimKey(stage.context(), caller('long'))).rejects.toMatchObject({ code: 'conflict' });
    await claim.free();
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('what is stored reveals neither the key nor the request, nor that two people made the same one', async () => {
  const [ana, rui] = [await createPerson(stage.context(), 'Ana'), await createPerson(stage.context(), 'Rui')];
  const plain = createHash('sha256').update(JSON.stringify(asked)).digest('hex');
  // As a program may do: its key is a hash of what it sends.
  for (const [{ id: ownerId }, key] of [
    [ana, plain],
    [ana, `${plain}-2`],
    [rui, plain],
  ] as const)
    await answerOnce(stage.context(), { ownerId, key }, { request: asked, status: 201 }, async () => 'made');
  const rows = await stage.orm.em
    .fork()
    .execute<{ hash: Buffer; key: string }[]>(
      'select request_hash as hash, key from idempotency_keys where owner_id in (?, ?)',
      [ana.id, rui.id],
    );
  const stored = rows.flatMap(({ hash, key }) => [hash.toString('hex'), key]);
  expect([stored.length, new Set(stored).size]).toEqual([6, 6]);
  expect(stored.join()).not.toContain(plain);
});

test('an answer that the version before has stored under the plain key is still given', async () => {
  const { id: ownerId } = await createPerson(stage.context());
  const ask = (work: () => Promise<string>) =>
    answerOnce(stage.context(), { ownerId, key: 'older' }, { request: asked, status: 201 }, work);
  await ask(async () => 'made');
  await stage.orm.em.fork().execute(`update idempotency_keys set key = 'older' where owner_id = ?`, [ownerId]);
  expect(await ask(async () => 'made again')).toEqual({ answer: 'made', isReplay: true });
});

test('answers are deleted after a day, and not before', async () => {
  const em = stage.orm.em.fork();
  const [old, young] = [await createPerson(stage.context()), await createPerson(stage.context())];
  for (const [{ id: ownerId }, age] of [
    [old, '24 hours 1 minute'],
    [young, '23 hours 59 minutes'],
  ] as const) {
    await answerOnce(stage.context(), { ownerId, key: 'age' }, { request: asked, status: 201 }, async () => 'made');
    await em.execute('update idempotency_keys set created_at = now() - ?::interval where owner_id = ?', [age, ownerId]);
  }
  await deleteOldAnswers(em);
  expect(
    await em.execute('select owner_id from idempotency_keys where owner_id in (?, ?)', [old.id, young.id]),
  ).toEqual([{ owner_id: young.id }]);
});
