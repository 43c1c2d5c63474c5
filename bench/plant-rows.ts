/**
 * A database of any size, written by SQL alone: what recurring work looks for is one row in a thousand of each kind, among
 * many that it must not read. Nothing in it opens; the keys of its owners are no keys.
 */
import { Client } from 'pg';

/** Ids that later statements can compute: of an owner, and of a delivery. */
export const ID = (kind: 'owner' | 'delivery', n: string) => `md5('${kind}' || ${n})::uuid`;
const OWNER = ID('owner', 'm');
const DELIVERY = ID('delivery', 'n');
/** One row in a thousand is of each kind. */
const PER_KIND = 1_000;

/** In order; `m` numbers owners, `n` deliveries, and `k` is their kind. */
const STATEMENTS = [
  `insert into users (id, email, name, time_zone, wrapped_key, created_at, email_confirmed_at)
     select ${OWNER}, 'owner-' || m || '@example.com', 'Helena', 'UTC', '\\x00', now(), now() from owners`,
  `insert into trusted_contacts (id, owner_id, name, email, created_at)
     select ${OWNER}, ${OWNER}, 'Rui', 'rui@example.com', now() from owners`,
  `insert into contents (id, owner_id, type, head, body, content_type, size, is_public, is_emergency, created_at)
     select uuidv7(), ${OWNER}, 'text', '\\x00', '\\x00', 'text/plain', 1, false, i = 1, now() from owners, generate_series(1, 3) i`,
  // Half are on; of these some are blocked, and few are past their deadline.
  `insert into emergency_protocols (owner_id, is_active, inactive_days, safety_days, last_check_in, revision, synced_revision,
       stage, missed_at, released_at, is_blocked, next_step_at, engine_checked_at)
     select ${OWNER}, k < 600, 30, 3, now() - random() * interval '20 days', case k when 2 then 2 else 1 end, 1,
       case k when 1 then 'missed' when 3 then 'released' when 9 then 'released' when 5 then 'last-call' else 'armed' end,
       case when k in (1, 3, 5, 9) then now() end, case when k in (3, 9) then now() end, k between 550 and 599,
       case when k = 0 then now() - interval '1 hour' when k < 550 and k not in (3, 9) then now() + random() * interval '30 days' end,
       case when k <> 700 then now() end from owners`,
  // Nearly all were taken long ago.
  `insert into emergency_mails (id, owner_id, episode, kind, index, state, settled_at, created_at)
     select uuidv7(), ${OWNER}, 1, 'reminder', i, 'accepted', now(), now() - interval '90 days'
       from owners, generate_series(0, 2) i
     union all select uuidv7(), ${OWNER}, 1, 'missed', 0, 'waiting', null, now() - interval '1 hour' from owners where k = 5`,
  `insert into emergency_mails (id, owner_id, episode, kind, index, state, settled_at, created_at, email, name)
     select uuidv7(), ${OWNER}, 1, 'contact-told', 0, 'bounced', now(), now(), 'rui@example.com', 'Rui' from owners where k = 1`,
  `insert into deliveries (id, owner_id, channel, recipient_email, recipient_phone, scheduled_time, local_time, time_zone,
       status, origin, release_episode, revision, synced_revision, next_attempt_at, sent_at, delivered_at, finished_at, is_unconfirmed,
       link_epoch, deleted_at, engine_checked_at, created_at)
     select ${DELIVERY}, ${OWNER}, case k when 3 then 'whatsapp' else 'email' end, 'person-' || n || '@example.com',
       case k when 3 then '+351912345678' end, due, case when n % 10 = 0 and not is_sent then to_char(due, 'YYYY-MM-DD"T"HH24:MI') end,
       'UTC', case when is_sent then 'sent' else 'pending' end, case when is_release then 'release' else 'owner' end, case when is_release then 1 end, case k when 1 then 2 else 1 end, 1,
       case when is_sent or k = 2 then null when k = 5 then now() + interval '10 minutes' else due end,
       case when is_sent then due end, case when is_sent and k <> 3 then due end, case when is_sent then due end, false,
       1, case k when 2 then now() - interval '2 days' end, case when is_sent and k <> 6 then now() end,
       case k when 4 then now() - interval '3 years' else least(due, now()) end
     from (select *, k in (3, 6) or k >= 400 as is_sent, k = 8 or k between 400 and 410 as is_release, date_trunc('minute', now() + case k
         when 0 then interval '-1 hour' when 1 then interval '1 year' when 3 then interval '-3 days' when 4 then interval '20 days'
         when 5 then interval '-2 hours' when 6 then interval '-1 hour' when 7 then interval '1 day'
         else case when k < 400 then random() * interval '40 years' else random() * interval '-3 years' end end) as due
       from letters) as l`,
  `insert into delivery_attempts (id, delivery_id, revision, n, channel, state, rejection, provider_message_id, started_at)
     select uuidv7(), ${DELIVERY}, 1, 1, case k when 3 then 'whatsapp' else 'email' end,
       case k when 5 then 'rejected' else 'accepted' end, case k when 5 then 'transient' end, 'message-' || n,
       now() - case when k < 10 then interval '2 hours' else interval '1 year' end from letters where k in (3, 5, 6) or k >= 400`,
  `insert into timeline (id, owner_id, at, kind, actor, delivery_id, detail)
     select uuidv7(at - now()), ${OWNER}, at, 'delivery-sent', 'stillhere', ${DELIVERY}, '{}' from sent`,
  `insert into provider_events (id, provider, event_id, name, occurred_at, received_at)
     select uuidv7(at - now()), 'sendgrid', n::text, 'delivered', at, at from sent`,
  `insert into notices (id, owner_id, kind, delivery_id, revision, created_at, sent_at)
     select uuidv7(), ${OWNER}, 'delivery-failed', ${DELIVERY}, 1, now(), now() from letters where k between 400 and 420`,
  `insert into jobs (kind, subject, run_at)
     select kind, n::text, now() + case k when 0 then interval '-1 minute' else interval '1 day' end
       from letters, unnest(array['notice', 'end-run', 'delete-object-again']) kind where k < 5`,
  `insert into subscriptions (owner_id, plan, paid_each, stripe_customer_id, stripe_subscription_id, checked_at, subscribed_at)
     select ${OWNER}, 'plus', 'year', 'cus_' || m, 'sub_' || m, case when k <> 0 then now() end, now() from owners where m % 2 = 0`,
  `insert into sessions (id, user_id, cookie_hash, user_agent, created_at, last_seen_at, expires_at)
     select uuidv7(), ${OWNER}, sha256((m || ':' || i)::bytea), 'Firefox', now(), now(),
       now() + case k when 0 then interval '-1 day' else interval '90 days' end from owners, generate_series(1, 2) i`,
  `insert into known_devices (id, user_id, proof_hash, user_agent, created_at, last_seen_at)
     select uuidv7(), ${OWNER}, sha256(m::text::bytea), 'Firefox', now(),
       now() - case k when 0 then interval '2 years' else interval '1 day' end from owners`,
  `insert into secrets (id, user_id, purpose, email, created_at, expires_at)
     select uuidv7(), ${OWNER}, 'confirm-email', 'x@example.com', now(),
       now() - case k when 0 then interval '1 year' else interval '1 day' end from owners`,
  `insert into account_mails (id, user_id, kind, email, created_at)
     select uuidv7(), ${OWNER}, 'new-device', 'x@example.com',
       now() - case k when 0 then interval '1 year' else interval '1 day' end from owners`,
  `insert into contact_mails (id, owner_id, contact_id, kind, email, created_at)
     select uuidv7(), ${OWNER}, ${OWNER}, 'test', 'rui@example.com',
       now() - case k when 0 then interval '1 year' else interval '1 day' end from owners`,
  `insert into idempotency_keys (owner_id, key, request_hash, created_at)
     select ${OWNER}, 'a', '\\x00', now() - case k when 0 then interval '1 week' else interval '1 hour' end from owners`,
  `insert into webhook_receipts (event_id, type, received_at)
     select 'evt_' || m, 'invoice.paid', now() - case k when 0 then interval '1 year' else interval '1 day' end from owners`,
  `insert into files (id, owner_id, storage_key, state, reserved, touched_at, created_at, blanks, sealed_blanks, seal_header,
       size, sha256, content_mac, content_type)
     select uuidv7(), ${OWNER}, 'file-' || m, case k when 0 then 'uploading' else 'ready' end, 0, now() - interval '1 day', now(),
       null, '\\x00', file, length(file), file, file, case when file is not null then 'image/png' end
     from (select *, case when k <> 0 then '\\x00'::bytea end as file from owners) as o`,
  `insert into outages (began_at, ended_at)
     select now() - n * interval '10 days', now() - n * interval '10 days' + interval '1 hour' from generate_series(1, 100) n`,
  `insert into engine_store (id, namespace_id, met_at) values (1, 'bench', now())`,
];

/**
 * Plants rows into an empty database, in about a minute for each half a million deliveries.
 * @param deliveries how many; a fifth as many owners, each with a protocol
 */
export async function plantRows(url: string, deliveries: number): Promise<void> {
  const owners = Math.ceil(deliveries / 5);
  const views = [
    `create temporary view owners as
      select m, m % ${PER_KIND} as k from generate_series(1, ${owners}) m`,
    `create temporary view letters as
      select n, n % ${owners} + 1 as m, n % ${PER_KIND} as k from generate_series(1, ${deliveries}) n`,
    `create temporary view sent as
      select n, m, now() - interval '2 hours' - n::double precision / ${deliveries} * interval '3 years' as at
        from letters where k >= 400`,
  ];
  await writeRows(url, [...views, ...STATEMENTS]);
}

/** Runs statements that only write, in order. Triggers and foreign keys would take most of the time: only rows are checked. */
export async function writeRows(url: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("set session_replication_role = 'replica'");
    for (const statement of statements) await client.query(statement);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
