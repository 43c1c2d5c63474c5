import { afterAll, beforeAll, expect, it } from 'vitest';
import { deleteOldSessions, findSession, openSession } from '#services/accounts/sessions.ts';
import { createPerson, createStage } from '#tests/harness/person.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage.close());

it('deletes sessions that are idle or expired, and no others', async () => {
  const { id } = await createPerson(stage.context());
  const em = stage.orm.em.fork();
  await em.execute('delete from sessions');
  const device = { userAgent: 'Firefox' };
  const [open, idle, over] = await Promise.all([1, 2, 3].map(() => openSession(stage.context(), id, device, 'token')));
  const hash = `sha256(convert_to(?, 'utf8'))`;
  await em.execute(`update sessions set last_seen_at = now() - interval '30 days' where token_hash = ${hash}`, [idle]);
  await em.execute(`update sessions set expires_at = now() where token_hash = ${hash}`, [over]);
  await deleteOldSessions(em);
  expect(await em.execute('select user_id from sessions')).toEqual([{ user_id: id }]);
  expect(await findSession(stage.context(), 'token', open ?? '')).toMatchObject({ user: { id } });
});
