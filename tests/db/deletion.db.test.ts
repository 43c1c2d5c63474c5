/** Deleting is one transaction: a failure at its last step cancels nothing. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findContent } from '#services/contents/read-contents.ts';
import { findDelivery } from '#services/deliveries/queries.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { deleteContent } from '#services/vault/delete-content.ts';
import { createPerson, createStage, scheduleOf } from '#tests/harness/person.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage?.close());

it('changes neither the letter nor the delivery when its last step fails', async () => {
  const { id: owner, letter } = await createPerson(stage.context());
  const { id } = await scheduleDelivery(stage.context(), owner, scheduleOf(letter.id));
  const { em } = stage.context();
  const history = () => em.execute('select kind from timeline where owner_id = ? order by at, id', [owner]);
  const before = await history();
  await em.execute(
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$`,
  );
  await em.execute('create trigger refuse after delete on contents for each row execute function refuse()');

  const deleting = () => deleteContent(stage.context(), owner, letter.id, { confirmed: [id] });
  await expect(deleting()).rejects.toThrow('the disk is full');
  expect(await findDelivery(stage.context(), owner, id)).toMatchObject({
    status: 'pending',
    changeable: true,
    recipient_email: 'ana@example.com',
  });
  expect((await findContent(stage.context(), owner, letter.id)).content).toContain('Still here.');
  expect(await history()).toEqual(before);

  await em.execute('drop trigger refuse on contents');
  await deleting();
  await expect(findDelivery(stage.context(), owner, id)).rejects.toMatchObject({ code: 'not-found' });
});
