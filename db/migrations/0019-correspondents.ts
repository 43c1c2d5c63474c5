import { Migration } from '@mikro-orm/migrations';

/** To whom accounts have written, who wants nothing more, and the index for counting messages to one address. */
export class Migration0019 extends Migration {
  override up(): void {
    this.addSql(`
      -- The version before neither reads nor writes them: it counts nothing, and its messages have no link for a stop.
      create table correspondents (
        id uuid primary key,
        -- Null when the account is deleted: a stop outlives it.
        owner_id uuid null references users (id) on delete set null,
        -- Keyed hashes of addresses (services/crypto/address-hash.ts); the sender's is null where it is not known.
        sender_hash bytea null,
        address_hash bytea not null,
        -- When this account first scheduled a delivery to the address.
        scheduled_at timestamptz null,
        stopped_at timestamptz null,
        unique (owner_id, address_hash)
      );
      create index correspondents_address on correspondents (address_hash);
      create index correspondents_scheduled on correspondents (owner_id, scheduled_at);
      create table stopped_addresses (
        address_hash bytea primary key,
        stopped_at timestamptz not null
      );
      -- Whose stop decides whether the contact of a deleted account is mailed. No foreign key: those rows are never deleted.
      alter table account_mails add column correspondent_id uuid null;
      -- The contact wants nothing more: they no longer count, and their owner is mailed.
      alter table trusted_contacts add column stopped_at timestamptz null;
      alter table contact_mails
        drop constraint contact_mails_kind_check,
        add constraint contact_mails_kind_check check (kind in ('test', 'bounced', 'stopped'));
      -- The expression of MAILBOX (db/sql.ts).
      create index deliveries_mailbox on deliveries (regexp_replace(recipient_email, '[+][^@]*', ''));
      create index deliveries_phone on deliveries (recipient_phone) where recipient_phone is not null;
    `);
  }
}
