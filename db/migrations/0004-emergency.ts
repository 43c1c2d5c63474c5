import { Migration } from '@mikro-orm/migrations';

/** The emergency protocol: its stages, its warnings, when our door was closed, and what a release sends. */
export class Migration0004 extends Migration {
  override up(): void {
    this.addSql(`
      alter table emergency_protocols
        add column stage text not null default 'armed'
          check (stage in ('armed', 'reminding', 'missed', 'last-call', 'released')),
        -- Raised whenever somebody comes back after a warning: links and warnings belong to one episode.
        add column episode integer not null default 1,
        add column missed_at timestamptz null,
        add column released_at timestamptz null,
        add column paused_until timestamptz null,
        -- The one instant before which nobody looks at it again; null while nothing is to come.
        add column next_step_at timestamptz null,
        add column engine_checked_at timestamptz null,
        add constraint emergency_protocols_missed check (missed_at is null or stage in ('missed', 'last-call', 'released')),
        add constraint emergency_protocols_released check ((released_at is not null) = (stage = 'released'));
      -- Until now nothing watched them: their silence counts from here.
      update emergency_protocols set last_check_in = now(), next_step_at = now(), revision = revision + 1 where is_active;
      create index emergency_protocols_outbox on emergency_protocols (owner_id) where revision > synced_revision;
      create index emergency_protocols_due on emergency_protocols (next_step_at) where next_step_at is not null;
      create index emergency_protocols_over on emergency_protocols (last_check_in) where not is_active and engine_checked_at is null;
      create trigger emergency_protocols_notify_outbox after insert or update of revision on emergency_protocols
        for each row when (new.revision > new.synced_revision) execute function notify_outbox();

      -- Mails of the protocol, to its owner and to contacts; what the provider says of each decides what comes next.
      create table emergency_mails (
        id uuid primary key,
        owner_id uuid not null references users (id) on delete cascade,
        episode integer not null,
        kind text not null check (kind in
          ('reminder', 'missed', 'last-call', 'again', 'released', 'contact-told', 'all-clear')),
        index integer not null,
        -- Of a contact, as it was then; the owner's is looked up when it goes out.
        email text null,
        name text null,
        state text not null check (state in ('waiting', 'accepted', 'bounced', 'withdrawn')),
        settled_at timestamptz null,
        created_at timestamptz not null,
        tries integer not null,
        -- Whether somebody may have it: from when it is handed over on, unless it was certainly refused.
        may_have_gone boolean not null default false,
        next_try_at timestamptz null,
        constraint emergency_mails_once unique nulls not distinct (owner_id, episode, kind, index, email),
        constraint emergency_mails_to check ((email is not null) = (kind in ('contact-told', 'all-clear'))),
        constraint emergency_mails_name check ((name is not null) = (email is not null)),
        constraint emergency_mails_waiting check ((next_try_at is not null) = (state = 'waiting')),
        constraint emergency_mails_settled check ((settled_at is not null) = (state in ('accepted', 'bounced')))
      );
      create index emergency_mails_due on emergency_mails (next_try_at) where next_try_at is not null;

      create index contents_emergency on contents (owner_id, created_at desc, id desc) where is_emergency;

      -- When people could not reach us. The open one is the silence since the last beat.
      create table outages (
        id bigint generated always as identity primary key,
        began_at timestamptz not null,
        ended_at timestamptz not null,
        constraint outages_span check (ended_at > began_at)
      );
      create index outages_ended on outages (ended_at);
      create table heartbeats (
        id integer primary key check (id = 1),
        beat_at timestamptz not null
      );

      -- Which episode's release sends it; one for each contact.
      alter table deliveries add column release_episode integer null,
        add constraint deliveries_release check ((release_episode is not null) = (origin = 'release'));
      create unique index deliveries_release_once on deliveries (owner_id, release_episode, recipient_email)
        where release_episode is not null and deleted_at is null;

      -- Runs in the engine outlive their rows: of deliveries, and of whole accounts. The column of their ids keeps the
      -- name by which the code before, which runs beside this one during an upgrade, knows it.
      alter table doomed_runs add column kind text not null default 'delivery' check (kind in ('delivery', 'emergency'));
    `);
  }
}
