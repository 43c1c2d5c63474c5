import { Migration } from '@mikro-orm/migrations';

/** The channels by which owners are warned besides their account's address, and rehearsals. The version before uses neither. */
export class Migration0036 extends Migration {
  override up(): void {
    this.addSql(`
      create table warning_channels (
        owner_id uuid not null references users (id) on delete cascade,
        channel text not null check (channel in ('second_email', 'whatsapp', 'sms')),
        address text not null,
        is_used boolean not null,
        confirmed_at timestamptz null,
        last_delivered_at timestamptz null,
        failed_at timestamptz null,
        primary key (owner_id, channel)
      );
      create table warning_messages (
        id uuid primary key,
        owner_id uuid not null references users (id) on delete cascade,
        kind text not null check (kind in ('warning', 'test', 'code')),
        mail_id uuid null references emergency_mails (id) on delete cascade,
        channel text not null check (channel in ('email', 'second_email', 'whatsapp', 'sms')),
        address text not null,
        state text not null check (state in ('waiting', 'accepted', 'delivered', 'failed', 'withdrawn')),
        delivered_at timestamptz null,
        code_tries integer not null default 0,
        created_at timestamptz not null,
        constraint warning_messages_mail check ((mail_id is not null) = (kind = 'warning')),
        constraint warning_messages_delivered check ((delivered_at is not null) = (state = 'delivered')),
        constraint warning_messages_code check (kind <> 'code' or channel in ('second_email', 'sms'))
      );
      create index warning_messages_owner on warning_messages (owner_id, created_at);
      create index warning_messages_mail on warning_messages (mail_id);
      create index warning_messages_old on warning_messages (created_at) where mail_id is null;
      create trigger warning_messages_remove_job after delete on warning_messages
        for each row execute function remove_job('warning-message');

      alter table users
        add column wants_rehearsal boolean not null default true;
      create table rehearsal_nudges (
        owner_id uuid primary key references users (id) on delete cascade,
        nudged_at timestamptz not null
      );
      create table rehearsals (
        id uuid primary key,
        owner_id uuid not null references users (id) on delete cascade,
        -- The protocol as it was then.
        frozen jsonb not null,
        created_at timestamptz not null,
        ends_at timestamptz not null
      );
      create index rehearsals_owner on rehearsals (owner_id, created_at);
      create index rehearsals_created on rehearsals (created_at);
      create table rehearsal_messages (
        id uuid primary key,
        rehearsal_id uuid not null references rehearsals (id) on delete cascade,
        n integer not null,
        kind text not null
          check (kind in ('reminder', 'missed', 'last-call', 'again', 'released', 'contact-told', 'release', 'witness-told')),
        contact integer null,
        at timestamptz not null,
        due_at timestamptz not null,
        state text not null check (state in ('waiting', 'sent', 'arrived', 'failed', 'skipped')),
        constraint rehearsal_messages_once unique (rehearsal_id, n),
        constraint rehearsal_messages_contact check
          ((contact is not null) = (kind in ('contact-told', 'release', 'witness-told')))
      );
      create trigger rehearsal_messages_remove_job after delete on rehearsal_messages
        for each row execute function remove_job('rehearsal-message');
    `);
  }
}
