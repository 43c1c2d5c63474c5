import { Migration } from '@mikro-orm/migrations';

/**
 * The language in which a contact reads that the account was deleted (mails that wait already are in English), and second
 * addresses of recipients. The version before this one neither reads nor writes the columns: a delivery whose address
 * refuses it then fails, as before.
 */
export class Migration0045 extends Migration {
  override up(): void {
    this.addSql(`
      alter table account_mails
        add column language text check (language in ('en', 'pt', 'es', 'fr', 'de', 'it', 'pl', 'ar'))`);
    this.addSql(`
      alter table deliveries
        add column alternate_email text,
        -- The address that refused it; recipient_email is the second one from then on.
        add column refused_email text,
        add constraint deliveries_alternate check (alternate_email is null or refused_email is null)`);
    this.addSql(`
      alter table notices drop constraint notices_kind_check,
        add constraint notices_kind_check check
          (kind in ('delivery-failed', 'delivery-delayed', 'address-check', 'delivery-opened', 'delivery-alternate'))`);
  }
}
