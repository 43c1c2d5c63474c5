import { Migration } from '@mikro-orm/migrations';

/** Webhooks of owners. The version before uses none of these tables, and its workers leave the new kind of job alone. */
export class Migration0041 extends Migration {
  override up(): void {
    this.addSql(`
      create table webhooks (
        id uuid primary key,
        owner_id uuid not null references users (id) on delete cascade,
        url bytea not null,
        events text[] not null check (events <@ array['released', 'delivered', 'check-in-missed'] and events <> '{}'),
        created_at timestamptz not null,
        last_delivered_at timestamptz null,
        off_at timestamptz null,
        off_because text null check (off_because in ('gone', 'failing')),
        constraint webhooks_off check ((off_at is null) = (off_because is null))
      );
      create index webhooks_owner on webhooks (owner_id);
      create table webhook_secrets (
        webhook_id uuid primary key references webhooks (id) on delete cascade,
        secret bytea not null
      );
      create table webhook_messages (
        id uuid primary key,
        webhook_id uuid not null references webhooks (id) on delete cascade,
        kind text not null check (kind in ('released', 'delivered', 'check-in-missed', 'test')),
        data jsonb not null,
        created_at timestamptz not null,
        tries integer not null default 0,
        last_tried_at timestamptz null,
        last_status integer null,
        last_failure text null,
        arrived_at timestamptz null,
        given_up_at timestamptz null,
        constraint webhook_messages_outcome check (arrived_at is null or given_up_at is null)
      );
      create index webhook_messages_webhook on webhook_messages (webhook_id, created_at);
      create index webhook_messages_old on webhook_messages (created_at);
      create trigger webhook_messages_remove_job after delete on webhook_messages
        for each row execute function remove_job('webhook');
    `);
  }
}
