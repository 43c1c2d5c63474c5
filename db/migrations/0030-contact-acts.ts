import { Migration } from '@mikro-orm/migrations';

/**
 * What trusted contacts say of a silent owner, and what the owner lets them decide. Adding the columns rewrites nothing. The
 * version before knows neither: it releases in spite of what a contact said, so its processes stop before those of this
 * version serve contacts.
 */
export class Migration0030 extends Migration {
  override up(): void {
    this.addSql(`
      alter table emergency_protocols
        add column confirmations_needed integer not null default 0,
        add column unanswered_after_days integer not null default 30,
        add column contacts_may_raise boolean not null default false,
        add column answer_within_days integer not null default 7,
        -- In words for operators: what contacts make it wait for.
        add column waits_for text null;

      create table contact_acts (
        id uuid primary key,
        owner_id uuid not null references users (id) on delete cascade,
        episode integer not null,
        kind text not null check (kind in ('heard', 'confirmed', 'raised')),
        -- The contact's address, as it was then.
        email text not null,
        -- As the contact typed it, or as the owner wrote it.
        name text not null,
        at timestamptz not null,
        constraint contact_acts_once unique (owner_id, episode, kind, email)
      );

      -- Wider than before: no row fails them.
      alter table emergency_mails drop constraint emergency_mails_kind_check,
        add constraint emergency_mails_kind_check check (kind in
          ('reminder', 'missed', 'last-call', 'again', 'raised', 'held', 'released',
            'contact-told', 'contact-held', 'contact-confirmed', 'all-clear', 'undelivered')) not valid,
        drop constraint emergency_mails_to,
        add constraint emergency_mails_to check ((email is not null) =
          (kind in ('contact-told', 'contact-held', 'contact-confirmed', 'all-clear', 'undelivered'))) not valid;
    `);
  }
}
