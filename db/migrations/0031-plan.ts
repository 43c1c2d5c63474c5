import { Migration } from '@mikro-orm/migrations';

/**
 * The plan of a release: who gets what, and how long after it; and more about trusted contacts. Each statement can be done again, because Postgres makes no
 * index concurrently within a transaction.
 */
export class Migration0031 extends Migration {
  override up(): void {
    this.addSql(`
      -- The version before neither reads nor writes them.
      alter table trusted_contacts
        add column if not exists phone text null,
        add column if not exists alternate_email text null,
        add column if not exists role text not null default 'recipient' check (role in ('recipient', 'witness')),
        add column if not exists asked_at timestamptz null,
        add column if not exists answer text not null default 'none' check (answer in ('none', 'accepted', 'declined')),
        add column if not exists proposed_email text null,
        add column if not exists ask_epoch integer not null default 1`);
    this.addSql('alter table users add column if not exists contacts_see_each_other boolean not null default false');
    this.addSql(`
      alter table contact_mails
        drop constraint if exists contact_mails_kind_check,
        add constraint contact_mails_kind_check
          check (kind in ('test', 'bounced', 'stopped', 'asked', 'answered')) not valid`);
    this.addSql('alter table contact_mails validate constraint contact_mails_kind_check');
    this.addSql(`
      alter table emergency_mails
        drop constraint if exists emergency_mails_kind_check,
        drop constraint if exists emergency_mails_to,
        add constraint emergency_mails_kind_check check (kind in
          ('reminder', 'missed', 'last-call', 'again', 'raised', 'held', 'released',
            'contact-told', 'contact-held', 'contact-confirmed', 'all-clear', 'undelivered', 'witness-told')) not valid,
        add constraint emergency_mails_to check
          ((email is not null) = (kind in
            ('contact-told', 'contact-held', 'contact-confirmed', 'all-clear', 'undelivered', 'witness-told'))) not valid`);
    this.addSql('alter table emergency_mails validate constraint emergency_mails_kind_check');
    this.addSql('alter table emergency_mails validate constraint emergency_mails_to');
    this.addSql(`
      -- A content without a row goes to every contact at the release.
      create table if not exists emergency_plan_items (
        content_id uuid not null references contents (id) on delete cascade,
        contact_id uuid not null references trusted_contacts (id) on delete cascade,
        owner_id uuid not null references users (id) on delete cascade,
        after_days integer not null check (after_days between 0 and 365),
        primary key (content_id, contact_id)
      )`);
    this.addSql('create index if not exists emergency_plan_items_owner on emergency_plan_items (owner_id)');
    this.addSql('create index if not exists emergency_plan_items_contact on emergency_plan_items (contact_id)');
    // Owners with contacts are asked once a year whether the addresses are still right; not all on the same day.
    this.addSql(`
      insert into jobs (kind, subject, run_at)
        select 'contacts-check', owner_id::text, now() + interval '1 year' * (0.5 + random() / 2)
        from trusted_contacts group by owner_id
        on conflict do nothing`);
    // What is set aside again goes to everyone, until its owner chooses anew.
    this.addSql(`
      create or replace function forget_plan_of_content() returns trigger language plpgsql as $$
      begin
        delete from emergency_plan_items where content_id = new.id;
        return null;
      end $$`);
    this.addSql(`
      create or replace trigger contents_leave_plan after update of is_emergency on contents
        for each row when (old.is_emergency and not new.is_emergency) execute function forget_plan_of_content()`);
    // A release makes one delivery for each contact and instant. The version before makes those of day 0.
    this.addSql('alter table deliveries add column if not exists release_after_days integer not null default 0');
    this.addSql('drop index concurrently if exists deliveries_release_instant');
    this.addSql(`
      create unique index concurrently deliveries_release_instant
        on deliveries (owner_id, release_episode, recipient_email, release_after_days)
        where release_episode is not null and deleted_at is null`);
    this.addSql('drop index concurrently if exists deliveries_release_once');
  }

  override isTransactional(): boolean {
    return false;
  }
}
