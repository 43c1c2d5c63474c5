/** What workers repeat reads an index, however many rows there are: the plans of Postgres say so. */
import type { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { initOrm } from '#db/orm.ts';
import { MINUTE, SECOND } from '#domain/time/durations.ts';
import { deleteOldAccountMails } from '#services/accounts/account-mail-job.ts';
import { deleteOldSessions } from '#services/accounts/sessions.ts';
import { purgeDeleted } from '#services/deliveries/engine-sync.ts';
import { lockOverdue } from '#services/deliveries/locked.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { refreshIdleProtocols } from '#services/emergency/advance.ts';
import { protocolBacklog } from '#services/emergency/backlog.ts';
import { noteDelays } from '#services/notices/note-delays.ts';
import type { Payments } from '#services/ports/payments.ts';
import { endAfterRelease, holdBilling } from '#services/subscription/hold-billing.ts';
import { createPerson, createStage, scheduleOf } from '#tests/harness/person.ts';

const ROWS = 5_000;

let stage: Awaited<ReturnType<typeof createStage>>;
/** One connection, which hands in what it counted whenever it is asked to. */
let orm: MikroORM;
beforeAll(async () => {
  stage = await createStage();
  orm = await initOrm(stage.url, { pool: 1 });
  const { id, letter } = await createPerson(stage.context());
  const { id: delivery } = await scheduleDelivery(stage.context(), id, scheduleOf(letter.id));
  // All overdue by email, and each tried once an hour before it was accepted.
  await query(
    `insert into deliveries select (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid()))).*
       from deliveries d, generate_series(1, ${ROWS}) where d.id = ?`,
    [delivery],
  );
  await query("update deliveries set next_attempt_at = now() - interval '1 hour', synced_revision = revision");
  await query(
    `insert into delivery_attempts (id, delivery_id, revision, n, state, started_at)
       select gen_random_uuid(), id, revision, 1, 'accepted', now() - interval '2 hours' from deliveries`,
  );
  await query(
    `insert into users select (jsonb_populate_record(u, jsonb_build_object('id', gen_random_uuid(), 'email', n || '@example.com'))).*
       from users u, generate_series(1, ${ROWS}) n where u.id = ?`,
    [id],
  );
  await query(
    `insert into emergency_protocols (owner_id, is_active, is_blocked, inactive_days, safety_days, last_check_in, revision, synced_revision)
       select id, false, false, 30, 3, now(), 1, 1 from users on conflict do nothing`,
  );
  await query(
    `insert into emergency_mails (id, owner_id, episode, kind, index, state, settled_at, created_at)
       select gen_random_uuid(), id, 1, 'reminder', 0, 'accepted', now(), now() - interval '1 hour' from users`,
  );
  await query(
    `insert into subscriptions (owner_id, plan, paid_each, stripe_customer_id, stripe_subscription_id, subscribed_at)
       select id, 'plus', 'year', id, id, now() from users on conflict do nothing`,
  );
  await query(
    `insert into sessions (id, user_id, cookie_hash, user_agent, created_at, last_seen_at, expires_at)
       select gen_random_uuid(), id, uuid_send(id), '', now(), now(), now() + interval '1 day' from users`,
  );
  await query(
    `insert into account_mails (id, user_id, kind, email, created_at)
       select gen_random_uuid(), id, 'new-device', email, now() from users`,
  );
  await query('vacuum analyze');
});
afterAll(async () => {
  await orm.close(true);
  await stage.close();
});

const fork = () => orm.em.fork();
// why: no plan is to be held here, so nothing is asked of the provider.
const unused = {} as Payments;
const query = <T>(sql: string, params: unknown[] = []) => fork().execute(sql, params) as Promise<T[]>;

it.each([
  [
    'the lane of WhatsApp behind overdue emails',
    'deliveries',
    () => fork().transactional((tx) => lockOverdue(tx, { overdueBy: SECOND, limit: 50, channel: 'whatsapp' })),
  ],
  ['delays', 'delivery_attempts', () => noteDelays(fork(), MINUTE)],
  ['deleted deliveries', 'deliveries', () => purgeDeleted(fork())],
  ['stages of protocols', 'emergency_protocols', () => protocolBacklog(fork(), 1000)],
  ['warnings that wait', 'emergency_mails', () => protocolBacklog(fork(), 1000)],
  ['idle protocols', 'emergency_protocols', () => refreshIdleProtocols(fork())],
  ['plans to hold', 'subscriptions', () => holdBilling({ fork, payments: unused })],
  ['protocols whose plans to hold', 'emergency_protocols', () => holdBilling({ fork, payments: unused })],
  ['plans to end', 'emergency_protocols', () => endAfterRelease({ fork })],
  ['expired sessions', 'sessions', () => deleteOldSessions(fork())],
  ['old mails about accounts', 'account_mails', () => deleteOldAccountMails(fork())],
])('reads few rows, and no whole table: %s', async (_, table, round) => {
  const read = async () => {
    await query('select pg_stat_force_next_flush()');
    const [row] = await query<{ scans: number; rows: number }>(
      `select seq_scan::int as scans, (seq_tup_read + idx_tup_fetch)::int as rows
         from pg_stat_user_tables where relname = ?`,
      [table],
    );
    return row ?? { scans: 0, rows: 0 };
  };
  const before = await read();
  await round();
  const after = await read();
  expect(after.scans - before.scans).toBe(0);
  expect(after.rows - before.rows).toBeLessThan(100);
});

it('deletes for good at most 500 deliveries at once, and says whether there may be more', async () => {
  await query(
    `update deliveries set deleted_at = now() - interval '2 days', next_attempt_at = null
      where id in (select id from deliveries limit 600)`,
  );
  const deleted = () => query('select id from deliveries where deleted_at is not null');
  expect(await purgeDeleted(fork())).toBe(true);
  expect(await deleted()).toHaveLength(100);
  expect(await purgeDeleted(fork())).toBe(false);
  expect(await deleted()).toEqual([]);
});

it('looks again at no more than 500 idle protocols at once, and at all of them in one walk', async () => {
  await query(
    `update emergency_protocols set is_active = true, is_blocked = true
      where owner_id in (select owner_id from emergency_protocols limit 600)`,
  );
  const waiting = () => query('select 1 from emergency_protocols where is_active and next_step_at is null');
  const last = await refreshIdleProtocols(fork());
  expect([typeof last, (await waiting()).length]).toEqual(['string', 100]);
  // They are still blocked; the walk goes on behind them.
  expect(await refreshIdleProtocols(fork(), last)).toBeNull();
  expect(await waiting()).toEqual([]);
});

it('deletes at most 500 expired sessions at once, and says whether there may be more', async () => {
  await query(
    `update sessions set expires_at = now() - interval '1 day' where id in (select id from sessions limit 600)`,
  );
  const expired = () => query('select 1 from sessions where expires_at < now()');
  expect(await deleteOldSessions(fork())).toBe(true);
  expect(await expired()).toHaveLength(100);
  expect(await deleteOldSessions(fork())).toBe(false);
  expect(await expired()).toEqual([]);
});
