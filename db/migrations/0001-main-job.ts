import { Migration } from '@mikro-orm/migrations';

/** Accounts, letters, deliveries and the record of what happened to them. */
export class Migration0001 extends Migration {
  override up(): void {
    this.addSql(`
      create table users (
        id uuid primary key,
        email text not null,
        name text not null,
        password_hash text null,
        time_zone text not null,
        wrapped_key bytea not null,
        created_at timestamptz not null,
        constraint users_email_unique unique (email),
        constraint users_email_folded check (email = lower(email))
      );
      create table sessions (
        id uuid primary key,
        user_id uuid not null references users (id) on delete cascade,
        cookie_hash bytea not null,
        user_agent text not null,
        created_at timestamptz not null,
        last_seen_at timestamptz not null,
        expires_at timestamptz not null,
        constraint sessions_cookie_hash_unique unique (cookie_hash)
      );
      create index sessions_user on sessions (user_id);

      create table contents (
        id uuid primary key,
        owner_id uuid not null references users (id) on delete cascade,
        type text not null check (type in ('text', 'image', 'video', 'audio', 'file')),
        head bytea not null,
        body bytea null,
        is_public boolean not null,
        is_emergency boolean not null,
        created_at timestamptz not null
      );
      create index contents_owner on contents (owner_id, created_at desc, id desc);

      create table deliveries (
        id uuid primary key,
        owner_id uuid not null references users (id) on delete cascade,
        channel text not null check (channel in ('email', 'whatsapp')),
        recipient_email text not null,
        recipient_name text null,
        recipient_phone text null,
        scheduled_time timestamptz not null,
        local_time text null,
        time_zone text not null,
        status text not null check (status in ('pending', 'sent', 'failed')),
        origin text not null check (origin in ('owner', 'release')),
        revision integer not null,
        synced_revision integer not null,
        next_attempt_at timestamptz null,
        sent_at timestamptz null,
        delivered_at timestamptz null,
        opened_at timestamptz null,
        finished_at timestamptz null,
        failure_code text null,
        is_unconfirmed boolean not null,
        link_epoch integer not null,
        deleted_at timestamptz null,
        engine_checked_at timestamptz null,
        created_at timestamptz not null,
        constraint deliveries_next_attempt check ((next_attempt_at is not null) = (status = 'pending' and deleted_at is null)),
        constraint deliveries_finished check ((finished_at is not null) = (status <> 'pending')),
        constraint deliveries_failure check ((failure_code is not null) = (status = 'failed'))
      );
      create index deliveries_owner on deliveries (owner_id, scheduled_time, id);
      -- The outbox: rows whose engine has not heard the newest intent.
      create index deliveries_outbox on deliveries (id) where revision > synced_revision;
      -- The rush lane and the sweep read what is due, nothing else.
      create index deliveries_due on deliveries (next_attempt_at) where next_attempt_at is not null;
      create index deliveries_finished_unchecked on deliveries (finished_at)
        where finished_at is not null and engine_checked_at is null;
      create index deliveries_deleted on deliveries (deleted_at) where deleted_at is not null;

      create table delivery_contents (
        id uuid primary key,
        delivery_id uuid not null references deliveries (id) on delete cascade,
        content_id uuid null references contents (id) on delete set null,
        sealed_as uuid not null,
        position integer not null,
        frozen_head bytea null,
        frozen_body bytea null,
        constraint delivery_contents_position unique (delivery_id, position)
      );
      create index delivery_contents_content on delivery_contents (content_id);

      create table delivery_attempts (
        id uuid primary key,
        delivery_id uuid not null references deliveries (id) on delete cascade,
        revision integer not null,
        n integer not null,
        state text not null check (state in ('started', 'accepted', 'rejected', 'unknown')),
        rejection text null check (rejection in ('transient', 'permanent', 'configuration')),
        reason text null,
        provider_message_id text null,
        started_at timestamptz not null,
        settled_at timestamptz null,
        constraint delivery_attempts_once unique (delivery_id, revision, n),
        constraint delivery_attempts_rejection check ((rejection is not null) = (state = 'rejected'))
      );

      create table provider_events (
        id uuid primary key,
        provider text not null,
        event_id text not null,
        attempt_id uuid null,
        message_id text null,
        name text not null,
        occurred_at timestamptz not null,
        received_at timestamptz not null,
        constraint provider_events_once unique (provider, event_id)
      );
      create index provider_events_attempt on provider_events (attempt_id);

      create table notices (
        id uuid primary key,
        owner_id uuid not null references users (id) on delete cascade,
        kind text not null check (kind in ('delivery-failed', 'delivery-delayed')),
        delivery_id uuid not null references deliveries (id) on delete cascade,
        revision integer not null,
        tries integer not null,
        next_try_at timestamptz null,
        sent_at timestamptz null,
        created_at timestamptz not null,
        constraint notices_once unique (delivery_id, revision, kind)
      );
      create index notices_due on notices (next_try_at) where next_try_at is not null;
      create index notices_owner on notices (owner_id);

      create table timeline (
        id uuid primary key,
        owner_id uuid not null references users (id) on delete cascade,
        at timestamptz not null,
        kind text not null,
        actor text not null,
        delivery_id uuid null,
        detail jsonb not null
      );
      create index timeline_owner on timeline (owner_id, at);
      create index timeline_delivery on timeline (delivery_id, at);

      create table engine_store (
        id integer primary key check (id = 1),
        namespace_id text not null,
        met_at timestamptz not null
      );

      -- The dispatcher listens: a new intent reaches the engine at once instead of at the next poll.
      create function notify_outbox() returns trigger language plpgsql as $$
      begin
        perform pg_notify('stillhere_outbox', '');
        return null;
      end $$;
      create trigger deliveries_notify_outbox after insert or update of revision on deliveries
        for each row when (new.revision > new.synced_revision) execute function notify_outbox();
    `);
  }
}
