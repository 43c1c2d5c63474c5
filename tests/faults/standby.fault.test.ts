/** Two servers of Postgres: one that writes, and a standby that takes over when the first one dies. */
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { MikroORM } from '@mikro-orm/postgresql';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createLogger } from '#config/log.ts';
import { migrate } from '#db/migrate.ts';
import { initOrm } from '#db/orm.ts';
import { addressAs } from '#db/roles.ts';
import { readSyncStandbys } from '#db/sync-standby.ts';
import { deliver } from '#services/deliveries/deliver.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { recordProviderEvents } from '#services/events/record-provider-events.ts';
import { NO_STANDBY, requireSyncStandby } from '#services/operations/sync-standby.ts';
import { administer, ROLE_PASSWORDS } from '#tests/harness/database.ts';
import { createPerson, createStage, scheduleOf } from '#tests/harness/person.ts';
import { launchPostgres } from '#tests/harness/postgres.ts';
import { startStandbyAlarm } from '#worker/standby.ts';

const POLICY = { claimLease: 20_000, unknownWait: 180_000, minute: 60_000 };
const DATABASE = 'stillhere';

let folder: string;
let primary: Awaited<ReturnType<typeof launchPostgres>>;
let standby: Awaited<ReturnType<typeof launchPostgres>>;
let orm: MikroORM;
let keyring: Awaited<ReturnType<typeof createStage>>['keyring'];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stillhere-standby-'));
  await chmod(folder, 0o755);
  primary = await launchPostgres(join(folder, 'primary'));
  await administer(primary.adminUrl, `create database ${DATABASE}`);
  await migrate(primary.urlOf(DATABASE), undefined, ROLE_PASSWORDS);
  await primary.stop();
  await mkdir(join(folder, 'standby'));
  await promisify(execFile)('cp', ['-a', join(folder, 'primary', 'data'), join(folder, 'standby', 'data')]);
  await writeFile(join(folder, 'standby', 'data', 'standby.signal'), '');
  await primary.server.start();
  const from = `host=127.0.0.1 port=${new URL(primary.adminUrl).port} user=stillhere application_name=standby`;
  standby = await launchPostgres(join(folder, 'standby'), [`primary_conninfo=${from}`]);
  orm = await initOrm(primary.urlOf(DATABASE), { pool: 5 });
  const stage = await createStage();
  keyring = stage.keyring;
  await stage.close();
}, 120_000);
afterAll(async () => {
  await orm?.close(true);
  await Promise.all([primary?.stop(), standby?.stop()]);
  await rm(folder, { recursive: true, force: true });
});

/** As a process reads it, with its own role. */
async function asWorker<Result>(work: (em: MikroORM['em']) => Promise<Result>): Promise<Result> {
  const worker = await initOrm(addressAs('worker', primary.urlOf(DATABASE), ROLE_PASSWORDS.worker), { pool: 1 });
  try {
    return await work(worker.em.fork());
  } finally {
    await worker.close(true);
  }
}

async function awaitStandby(names: string): Promise<void> {
  await administer(primary.adminUrl, `alter system set synchronous_standby_names = '${names}'`);
  await administer(primary.adminUrl, 'select pg_reload_conf()');
}

const following = () => asWorker(async (em) => (await readSyncStandbys(em)).following);

it('starts with REQUIRE_SYNC_STANDBY=1 only where each commit waits for a standby', async () => {
  await expect(asWorker(requireSyncStandby)).rejects.toThrow('set synchronous_standby_names');
  await awaitStandby('standby');
  await expect.poll(following, { timeout: 20_000 }).toBe(1);
  await asWorker(requireSyncStandby);
  await administer(primary.adminUrl, 'alter role stillhere_worker set synchronous_commit = local');
  await expect(asWorker(requireSyncStandby)).rejects.toThrow('synchronous_commit to on or remote_apply');
  await administer(primary.adminUrl, 'alter role stillhere_worker reset synchronous_commit');
});

it('alarms while the standby is gone, and starts all the same', async () => {
  const lines: string[] = [];
  const log = createLogger({ LOG_LEVEL: 'info' }, 'worker', { write: (line: string) => lines.push(line) });
  const registry = new Registry();
  const worker = await initOrm(addressAs('worker', primary.urlOf(DATABASE), ROLE_PASSWORDS.worker), { pool: 1 });
  const alarm = startStandbyAlarm(() => worker.em.fork(), log, registry, 50);
  try {
    await vi.waitFor(async () => expect(await registry.metrics()).toContain('stillhere_sync_standbys 1'), 10_000);
    expect(lines).toEqual([]);
    await standby.server.kill();
    await vi.waitFor(() => expect(lines.join()).toContain(NO_STANDBY), 10_000);
    expect(await registry.metrics()).toContain('stillhere_sync_standbys 0');
    await asWorker(requireSyncStandby);
    await standby.server.start();
    await vi.waitFor(async () => expect(await registry.metrics()).toContain('stillhere_sync_standbys 1'), 20_000);
  } finally {
    await alarm.stop();
    await worker.close(true);
  }
});

it('recognises, after a failover that lost the claim, the message that its provider has: no silent second copy', async () => {
  const context = () => ({ em: orm.em.fork(), keyring, now: new Date() });
  const helena = await createPerson(context());
  const { id } = await scheduleDelivery(context(), helena.id, scheduleOf(helena.letter.id));
  await orm.em
    .fork()
    .execute(
      "update deliveries set next_attempt_at = now() - interval '2 seconds', scheduled_time = now() where id = ?",
      [id],
    );
  // From here on the standby gets nothing, and nobody waits for it.
  await awaitStandby('');
  await standby.server.kill();

  const sent: Record<string, string>[] = [];
  const deps = {
    fork: () => orm.em.fork(),
    keyring,
    // why: mails reach people.
    email: {
      send: async ({ reference }: { reference: Record<string, string> }) => {
        sent.push(reference);
        return { kind: 'accepted' as const, messageId: 'm1' };
      },
    },
    whatsapp: null,
    sms: null,
    policy: POLICY,
    appOrigin: 'https://stillhere.example',
    observe() {},
  };
  expect((await deliver(deps, { kind: 'one', id, revision: 1 })).get(id)?.kind).toBe('sent');
  await primary.server.kill();
  await standby.server.start();
  await administer(standby.adminUrl, 'select pg_promote()');
  await orm.close(true);
  orm = await initOrm(standby.urlOf(DATABASE), { pool: 5 });
  const rows = (sql: string) => orm.em.fork().execute<{ state: string; status: string }[]>(sql, [id]);
  expect(await rows('select state from delivery_attempts where delivery_id = ?')).toEqual([]);

  const [reference] = sent;
  await recordProviderEvents({ em: orm.em.fork() }, 'sendgrid', [
    {
      eventId: 'e1',
      attemptId: reference?.attempt_id ?? null,
      delivery: { id: reference?.delivery_id ?? '', revision: Number(reference?.revision), channel: 'email' },
      mailId: null,
      messageId: 'm1',
      name: 'delivered',
      event: { kind: 'delivered' },
      occurredAt: new Date(),
    },
  ]);
  expect((await deliver(deps, { kind: 'one', id, revision: 1 })).get(id)?.kind).toBe('closed');
  expect(sent).toHaveLength(1);
  expect(await rows('select state from delivery_attempts where delivery_id = ?')).toEqual([{ state: 'accepted' }]);
  expect(await rows('select status from deliveries where id = ?')).toEqual([{ status: 'sent' }]);
});
