/** Migration 0010 moves nine queues into one, while the version before runs, and back. */
import type { MikroORM } from '@mikro-orm/postgresql';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '#db/migrate.ts';
import { initOrm } from '#db/orm.ts';
import { newId } from '#services/ids.ts';
import { administer } from '#tests/harness/database.ts';
import { testServices } from '#tests/harness/services.ts';

const DATABASE = 'of_nine_queues';
const { postgresUrl } = testServices();
const url = Object.assign(new URL(postgresUrl), { pathname: `/${DATABASE}` }).href;
let orm: MikroORM;
beforeEach(async () => {
  await administer(postgresUrl, `create database ${DATABASE}`);
  await migrate(url, '0009-blocked-protocols');
  orm = await initOrm(url, { pool: 2 });
});
afterEach(async () => {
  await orm.close(true);
  await administer(postgresUrl, `drop database ${DATABASE} with (force)`);
});

const query = <T>(sql: string, params: unknown[] = []) => orm.em.fork().execute(sql, params) as Promise<T[]>;
const SOON = "now() + interval '1 hour'";
const QUEUES = ['account_mails', 'billing_mails', 'emergency_mails', 'notices', 'reports', 'thumbnails'];

interface Planted {
  owner: string;
  subjects: Record<string, string>;
}

/** A waiting row in each queue, tried twice, and a row that was sent. As the version before wrote them. */
async function plant(): Promise<Planted> {
  const [owner, content, file, delivery] = [newId(), newId(), newId(), newId()];
  await query(
    `insert into users (id, email, name, time_zone, wrapped_key, created_at) values (?, 'ana@example.com', 'Ana', 'UTC', '', now())`,
    [owner],
  );
  await query(
    `insert into files (id, owner_id, storage_key, state, reserved, blanks, created_at, touched_at) values (?, ?, 'key', 'reserved', 0, '[]', now(), now())`,
    [file, owner],
  );
  await query(
    `insert into contents (id, owner_id, type, head, body, content_type, size, is_public, is_emergency, created_at)
     values (?, ?, 'text', '', '', 'text/plain', 0, true, false, now())`,
    [content, owner],
  );
  await query(
    `insert into deliveries (id, owner_id, channel, recipient_email, scheduled_time, time_zone, status, origin, revision,
       synced_revision, next_attempt_at, is_unconfirmed, link_epoch, created_at)
     values (?, ?, 'email', 'rui@example.com', now(), 'UTC', 'pending', 'owner', 1, 1, now(), false, 1, now())`,
    [delivery, owner],
  );
  const subjects = Object.fromEntries(QUEUES.map((table) => [table, table === 'thumbnails' ? file : newId()]));
  const rows: [string, string, unknown[]][] = [
    [
      'account_mails',
      `(id, user_id, kind, email, created_at, tries, next_try_at) values (?, ?, 'email-taken', 'a@example.com', now(), 2, ${SOON})`,
      [owner],
    ],
    [
      'billing_mails',
      `(id, owner_id, kind, reference, created_at, tries, next_try_at) values (?, ?, 'plan-ended', 'sub_1', now(), 2, ${SOON})`,
      [owner],
    ],
    [
      'emergency_mails',
      `(id, owner_id, episode, kind, index, state, created_at, tries, next_try_at) values (?, ?, 1, 'missed', 0, 'waiting', now(), 2, ${SOON})`,
      [owner],
    ],
    [
      'notices',
      `(id, owner_id, kind, delivery_id, revision, tries, next_try_at, created_at) values (?, ?, 'delivery-failed', ?, 1, 2, ${SOON}, now())`,
      [owner, delivery],
    ],
    [
      'reports',
      `(id, content_id, reason, created_at, tries, next_try_at) values (?, ?, 'spam', now(), 2, ${SOON})`,
      [content],
    ],
    ['thumbnails', `(file_id, state, tries, next_try_at) values (?, 'pending', 2, ${SOON})`, []],
  ];
  for (const [table, values, params] of rows)
    await query(`insert into ${table} ${values}`, [subjects[table], ...params]);
  await query(
    `insert into account_mails (id, kind, email, created_at, tries, sent_at) values (?, 'email-taken', 'a@example.com', now(), 1, now())`,
    [newId()],
  );
  await query(
    `insert into doomed_objects (storage_key, passes, next_try_at) values ('new', 0, ${SOON}), ('old', 1, ${SOON})`,
  );
  await query(`insert into doomed_runs (delivery_id, kind, next_try_at) values (?, 'emergency', ${SOON})`, [owner]);
  await query(`insert into doomed_subscriptions (stripe_subscription_id, next_try_at) values ('sub_1', ${SOON})`);
  return { owner, subjects };
}

const jobs = () =>
  query<{ kind: string; subject: string; tries: number; due: boolean }>(
    'select kind, subject, tries, run_at <= now() as due from jobs order by kind',
  );
const waiting = async (table: string) => (await query(`select 1 from ${table} where next_try_at > now()`)).length;

/** The jobs of `plant`. */
function jobsOf({ owner, subjects }: Planted) {
  const of = (kind: string, subject = '', tries = 2) => ({ kind, subject, tries, due: false });
  return [
    of('account-mail', subjects.account_mails),
    of('billing-mail', subjects.billing_mails),
    of('cancel-subscription', 'sub_1', 0),
    of('delete-object', 'new', 0),
    of('delete-object-again', 'old', 0),
    of('emergency-mail', subjects.emergency_mails),
    of('end-run', `emergency:${owner}`, 0),
    of('notice', subjects.notices),
    of('report', subjects.reports),
    of('thumbnail', subjects.thumbnails),
  ];
}

it('moves waiting rows with their tries and times, and no sent ones', async () => {
  const planted = await plant();
  expect(await migrate(url, '0010-jobs')).toEqual(['0010-jobs']);
  expect(await jobs()).toEqual(jobsOf(planted));
  for (const table of QUEUES)
    expect([table, await query(`select 1 from ${table} where next_try_at is not null`)]).toEqual([table, []]);
});

it('gives the queues back to the version before, and takes them again', async () => {
  const planted = await plant();
  await migrate(url);
  await query('select jobs_to_queues()');
  expect(await jobs()).toMatchObject([{ kind: 'cancel-subscription' }]);
  for (const table of [...QUEUES, 'doomed_objects', 'doomed_runs', 'doomed_subscriptions'])
    expect([table, await waiting(table)]).toEqual([table, table === 'doomed_objects' ? 2 : 1]);
  await query('select queues_to_jobs()');
  expect(await jobs()).toEqual(jobsOf(planted));
});

it('makes jobs of rows that the version before adds, and ends those that it finishes', async () => {
  const planted = await plant();
  await migrate(url);
  const mail = newId();
  await query(
    `insert into account_mails (id, user_id, kind, email, created_at, tries, next_try_at) values (?, ?, 'email-taken', 'b@example.com', now(), 0, now())`,
    [mail, planted.owner],
  );
  await query(`insert into doomed_subscriptions (stripe_subscription_id) values ('sub_2') on conflict do nothing`);
  await query(
    `insert into doomed_objects (storage_key) values ('newest') on conflict (storage_key) do update set passes = 0, next_try_at = now()`,
  );
  expect((await jobs()).filter(({ due }) => due)).toEqual([
    { kind: 'account-mail', subject: mail, tries: 0, due: true },
    { kind: 'cancel-subscription', subject: 'sub_2', tries: 0, due: true },
    { kind: 'delete-object', subject: 'newest', tries: 0, due: true },
  ]);
  // Its workers claim nothing; one still settles what it had claimed before the migration.
  expect(await query('select 1 from account_mails where next_try_at <= now()')).toEqual([]);
  await query('update account_mails set sent_at = now(), next_try_at = null where id = ?', [
    planted.subjects.account_mails,
  ]);
  await query("update reports set tries = 3, next_try_at = now() + interval '2 hours' where id = ?", [
    planted.subjects.reports,
  ]);
  await query(
    `update doomed_subscriptions set next_try_at = now() + interval '1 minute' where stripe_subscription_id = any(array(
       select stripe_subscription_id from doomed_subscriptions where next_try_at <= now() order by next_try_at limit 1 for update skip locked))`,
  );
  await query("delete from doomed_subscriptions where stripe_subscription_id = 'sub_2'");
  const now = await jobs();
  expect(now.map(({ subject }) => subject)).not.toContain(planted.subjects.account_mails);
  expect(now.map(({ subject }) => subject)).not.toContain('sub_2');
  expect(now.find(({ kind }) => kind === 'report')).toMatchObject({ tries: 3, due: false });
});
