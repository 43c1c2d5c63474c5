import { Migration } from '@mikro-orm/migrations';

/** Test mails to trusted contacts, and what became of mail to each contact. */
export class Migration0013 extends Migration {
  override up(): void {
    this.addSql(`
      -- The version before this one neither reads nor writes them: for its contacts nothing is known.
      alter table trusted_contacts
        add column tested_at timestamptz null,
        add column reached_at timestamptz null,
        add column bounced_at timestamptz null,
        add column test_given_up_at timestamptz null;
      create table contact_mails (
        id uuid primary key,
        owner_id uuid not null references users (id) on delete cascade,
        contact_id uuid not null references trusted_contacts (id) on delete cascade,
        kind text not null check (kind in ('test', 'bounced')),
        -- The contact's address, as it was then.
        email text not null,
        created_at timestamptz not null,
        sent_at timestamptz null
      );
      create index contact_mails_owner on contact_mails (owner_id);
      create index contact_mails_contact on contact_mails (contact_id);
      create index contact_mails_created on contact_mails (created_at);
    `);
  }
}
