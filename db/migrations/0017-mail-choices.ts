import { Migration } from '@mikro-orm/migrations';

/** Which mails an owner wants, and the mail about the first opening of a delivery. */
export class Migration0017 extends Migration {
  override up(): void {
    this.addSql(`
      -- On for every account, also those from before (docs/decisions/0079). The version before neither reads nor writes them.
      alter table users
        add column wants_delivery_opened boolean not null default true,
        add column wants_delivery_delayed boolean not null default true,
        add column wants_address_check boolean not null default true;
      alter table notices drop constraint notices_kind_check,
        add constraint notices_kind_check
          check (kind in ('delivery-failed', 'delivery-delayed', 'address-check', 'delivery-opened'));
      create unique index notices_opened_once on notices (delivery_id) where kind = 'delivery-opened';
      create trigger notices_remove_opened_mail after delete on notices
        for each row execute function remove_job('opened-mail');
    `);
  }
}
