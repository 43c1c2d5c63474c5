/** Mails to owners about their own deliveries: they call each thing what it is. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deleteContent } from '#services/contents/delete-content.ts';
import { keepFile } from '#services/contents/keep-file.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { newId } from '#services/ids.ts';
import type { ObjectStore } from '#services/ports/object-store.ts';
import { mailNotices } from '#tests/harness/notices.ts';
import { testObjects } from '#tests/harness/objects.ts';
import { createPerson, createStage, scheduleOf } from '#tests/harness/person.ts';
import { incoming } from '#tests/vault/vault.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
let objects: ObjectStore;
beforeAll(async () => {
  stage = await createStage();
  objects = testObjects();
});
afterAll(async () => {
  objects?.close();
  await stage?.close();
});

/** What is due is mailed. */
const mailed = () => mailNotices(stage);

/** A delivery that bounced, of which its owner has not been told yet. */
async function failed(ownerId: string, contentId: string): Promise<void> {
  const { id } = await scheduleDelivery(stage.context(), ownerId, scheduleOf(contentId));
  const { em } = stage.context();
  await em.execute(
    `update deliveries set status = 'failed', failure_code = 'bounced', finished_at = now(), next_attempt_at = null where id = ?`,
    [id],
  );
  await em.execute(
    `insert into notices (id, owner_id, kind, delivery_id, revision, tries, next_try_at, created_at)
     values (?, ?, 'delivery-failed', ?, 1, 0, now(), now())`,
    [newId(), ownerId, id],
  );
}

async function keptFileOf(ownerId: string): Promise<string> {
  const context = { ...stage.context(), objects };
  return (await keepFile(context, ownerId, incoming(1_000))).id;
}

it('says letter of a letter, and file of a file, each with its title', async () => {
  const { id, letter } = await createPerson(stage.context());
  await failed(id, letter.id);
  const [first, ...more] = await mailed();
  expect([first?.text.includes('The letter is kept as it was'), more]).toEqual([true, []]);
  expect(first?.subject).toContain('How we chose your name');

  await failed(id, await keptFileOf(id));
  const [second] = await mailed();
  expect(second?.text).toContain('The file is kept as it was');
  expect(second?.subject).toContain('The sea');
  expect(await mailed()).toEqual([]);
});

it('is not held up by what was deleted before its mail went', async () => {
  const { id, letter } = await createPerson(stage.context());
  const fileId = await keptFileOf(id);
  await failed(id, fileId);
  await deleteContent(stage.context(), id, fileId, { confirmed: [] });
  await failed(id, letter.id);
  const told = (await mailed()).map(({ subject }) => subject.includes('How we chose your name'));
  expect(told).toEqual([true]);
});
