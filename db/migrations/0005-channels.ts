import { Migration } from '@mikro-orm/migrations';

/** Two channels, what became of a message after it left, and what people decide about it then. */
export class Migration0005 extends Migration {
  override up(): void {
    this.addSql(`
      alter table deliveries
        -- Since when it goes by email, although WhatsApp was asked for.
        add column fell_back_at timestamptz null,
        -- Where somebody has extended it; otherwise it follows from when it was sent.
        add column link_expires_at timestamptz null,
        add column link_revoked_at timestamptz null,
        add column downloaded_at timestamptz null,
        -- When its owner was asked, ahead of a far date, whether the address still holds, and when they said so.
        add column address_asked_at timestamptz null,
        add column address_holds_at timestamptz null,
        add constraint deliveries_fell_back check (fell_back_at is null or channel = 'whatsapp'),
        add constraint deliveries_phone check (channel <> 'whatsapp' or recipient_phone is not null or deleted_at is not null);
      -- Accepted by WhatsApp, and nobody has said since that it arrived.
      create index deliveries_unheard on deliveries (sent_at)
        where channel = 'whatsapp' and status = 'sent' and fell_back_at is null and delivered_at is null and opened_at is null;
      create index deliveries_unasked on deliveries (scheduled_time)
        where status = 'pending' and deleted_at is null and origin = 'owner' and address_asked_at is null;
      -- What was chosen on the wall of a zone: its instant follows the rules of that zone.
      create index deliveries_civil on deliveries (id) where local_time is not null and next_attempt_at is not null;

      alter table delivery_attempts
        add column channel text not null default 'email' check (channel in ('email', 'whatsapp'));

      -- By which rules of time zones the instants of deliveries were last worked out.
      create table zone_rules (
        id integer primary key check (id = 1),
        version text not null,
        applied_at timestamptz not null
      );

      alter table notices drop constraint notices_kind_check,
        add constraint notices_kind_check check (kind in ('delivery-failed', 'delivery-delayed', 'address-check'));

      -- To contacts, once the protocol was released: something else of the same person could not be delivered.
      alter table emergency_mails drop constraint emergency_mails_kind_check,
        add constraint emergency_mails_kind_check check (kind in
          ('reminder', 'missed', 'last-call', 'again', 'released', 'contact-told', 'all-clear', 'undelivered')),
        drop constraint emergency_mails_to,
        add constraint emergency_mails_to check ((email is not null) = (kind in ('contact-told', 'all-clear', 'undelivered')));
    `);
  }
}
