/** What the worker does behind the vault, as a process: each of its loops is really started, and is handed what it needs. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { composeEngine } from '#config/engine.ts';
import { readEnv } from '#config/env.ts';
import { HOUR } from '#domain/time/durations.ts';
import { deleteAccount } from '#services/accounts/delete-account.ts';
import { beginSubscription, completeSubscription } from '#services/subscription/checkout.ts';
import { givePlan } from '#tests/harness/plan.ts';
import { eventually } from '#tests/harness/process.ts';
import { createWorld, type World } from '#tests/harness/world.ts';
import { createWriter } from '#tests/harness/writer.ts';
import { PNG, upload } from './files.ts';
import { press } from './vendors.ts';
import { Visitor } from './visitor.ts';

let world: World;
let helena: Visitor;
let waiting: Awaited<ReturnType<typeof leaveWork>>;
beforeAll(async () => {
  world = await createWorld();
  await world.web.start();
  helena = new Visitor(world.origin);
  const fields = {
    name: 'Helena Duarte',
    email: 'helena@example.com',
    password: 'stillhere',
    time_zone: 'Europe/Lisbon',
  };
  await helena.post('/auth?mode=sign-up', fields);
  await givePlan(world.query, fields.email, 'premium');
  waiting = await leaveWork();
  await world.worker.start();
}, 180_000);
afterAll(() => world?.stop());

async function picture(isPublic = false): Promise<{ id: string; file_id: string }> {
  const response = await upload(helena, PNG, { type: 'image', title: 'The sea', name: 'sea.png', isPublic });
  return ((await response.json()) as { content: { id: string; file_id: string } }).content;
}

/** Leaves something for each loop of a worker that starts. */
async function leaveWork() {
  const shown = await picture(true);
  const deleted = await picture();
  const [file] = await world.query<{ storage_key: string }>('select storage_key from files where id = ?', [
    deleted.file_id,
  ]);
  const key = file?.storage_key ?? '';
  await helena.post(`/content/${deleted.id}/delete`);
  await world.query(
    `insert into files (id, owner_id, storage_key, state, reserved, blanks, created_at, touched_at)
     select gen_random_uuid(), id, 'stands-still', 'reserved', 1000, '[]', now(), now() - interval '4 minutes' from users returning id`,
  );
  await world.query(
    `insert into idempotency_keys (owner_id, key, request_hash, created_at)
     select id, 'yesterday', sha256('x'), now() - interval '25 hours' from users returning key`,
  );
  // As a process of the version before writes it.
  await world.query(
    `update files set content_mac = null, sha256 = sha256(?), sealed_blanks = null, blanks = '[]' where id = ? returning id`,
    [PNG, shown.file_id],
  );
  const report = await new Visitor(world.origin).post(`/shared/${shown.id}/report`, {
    reason: 'stolen',
    words: 'Mine.',
  });
  const thumbnail = () => helena.get(`/api/content/file/${shown.file_id}/thumbnail`);
  const isStored = async () => (await world.parts.objects.read(key, 0, 0, AbortSignal.timeout(30_000))) !== null;
  expect([report.status, (await thumbnail()).status, await isStored()]).toEqual([302, 404, true]);
  return { shown, thumbnail, isStored };
}

test('a worker that starts draws thumbnails, removes stalled uploads and old keys, deletes objects and mails reports', async () => {
  const { shown, thumbnail, isStored } = waiting;
  await eventually(thumbnail, ({ status }) => status === 200);
  await eventually(isStored, (is) => !is);
  await eventually(
    () => world.query('select id from files where id <> ?', [shown.file_id]),
    (files) => files.length === 0,
  );
  await eventually(
    () => world.query('select key from idempotency_keys'),
    (keys) => keys.length === 0,
  );
  const row = () =>
    world.query<{ isEncrypted: boolean }>(
      `select content_mac is not null and sha256 <> sha256(?) and sealed_blanks is not null and blanks is null
         as "isEncrypted" from files where id = ?`,
      [PNG, shown.file_id],
    );
  await eventually(row, ([file]) => file?.isEncrypted === true);
  // It has looked whether times on walls still mean the same instants.
  await eventually(
    () => world.query<{ version: string }>('select version from zone_rules'),
    ([rules]) => rules?.version === process.versions.tz,
  );
  const [mail] = await eventually(
    () => world.messages('operators@stillhere.example'),
    (mails) => mails.length > 0,
  );
  expect(mail?.text).toContain(shown.id);
});

test('a worker ends the run and the Stripe subscription of a deleted account', async () => {
  const { payments } = world.parts;
  if (!payments) throw new Error('There is no Stripe here.');
  const engine = composeEngine(readEnv(world.env));
  const writer = await createWriter(world);
  const { id } = await writer.schedule('ana@example.com', new Date(Date.now() + HOUR));
  const paying = { ...world.context(), payments };
  const wish = {
    accountId: writer.id,
    email: writer.email,
    planType: 'premium_monthly',
    appOrigin: world.origin,
  } as const;
  const token = (await press(await beginSubscription(paying, wish), 'pay')) ?? '';
  await completeSubscription(paying, writer.id, token);
  const state = async () => [
    await engine.runState({ kind: 'delivery', id }),
    (await payments.findCheckout(token))?.state.kind,
  ];
  await eventually(state, ([run]) => run === 'running');

  await deleteAccount(world.context(), { accountId: writer.id, sessionId: writer.id, password: 'stillhere' });
  expect(await state()).toContain('running');
  await world.query("update jobs set run_at = now() where kind = 'end-run' returning subject");
  await eventually(state, ([run, subscription]) => run === 'none' && subscription === 'ended');
  await engine.close();
});
