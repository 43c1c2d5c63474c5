import { afterAll, beforeAll, expect, it } from 'vitest';
import { deleteOldSessions, findSession, openSession } from '#services/accounts/sessions.ts';
import { signIn } from '#services/accounts/sign-in.ts';
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

const SESSIONS_MAX = 20;
const openSessions = (id: string) =>
  stage.orm.em.fork().execute<object[]>('select 1 from sessions where user_id = ?', [id]);

it('leaves an account its 20 newest sessions, and other accounts theirs', async () => {
  const [{ id, cookieSecret }, other] = [await createPerson(stage.context()), await createPerson(stage.context())];
  const open = () => openSession(stage.context(), id, { userAgent: 'a program' }, 'token');
  const tokens: string[] = [];
  for (let count = 1; count < SESSIONS_MAX; count += 1) tokens.push(await open());
  expect(await findSession(stage.context(), 'cookie', cookieSecret)).not.toBeNull();
  tokens.push(await open());
  expect(await findSession(stage.context(), 'cookie', cookieSecret)).toBeNull();
  for (const token of tokens) expect(await findSession(stage.context(), 'token', token)).not.toBeNull();
  expect(await findSession(stage.context(), 'cookie', other.cookieSecret)).not.toBeNull();
});

it('leaves no more of them to sign-ins at the same moment', async () => {
  const { id, email } = await createPerson(stage.context());
  const enter = () => signIn(stage.context(), { email, password: 'stillhere' }, { userAgent: 'tests' }, 'cookie');
  for (let count = 1; count < SESSIONS_MAX; count += 1)
    await openSession(stage.context(), id, { userAgent: 'tests' }, 'token');
  await Promise.all(Array.from({ length: 5 }, enter));
  expect(await openSessions(id)).toHaveLength(SESSIONS_MAX);
});

it('does not end a session for one that is idle or expired', async () => {
  const { id, cookieSecret } = await createPerson(stage.context());
  for (let count = 1; count < SESSIONS_MAX; count += 1)
    await openSession(stage.context(), id, { userAgent: 'tests' }, 'token');
  await stage.orm.em
    .fork()
    .execute(
      "update sessions set expires_at = now() - interval '1 second' where user_id = ? and token_hash is not null",
      [id],
    );
  await openSession(stage.context(), id, { userAgent: 'tests' }, 'token');
  expect(await openSessions(id)).toHaveLength(2);
  expect(await findSession(stage.context(), 'cookie', cookieSecret)).not.toBeNull();
});
