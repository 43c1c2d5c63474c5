import { Migration } from '@mikro-orm/migrations';

/** SMS as a third channel: it needs a number and falls back to email, as WhatsApp does. */
export class Migration0011 extends Migration {
  override up(): void {
    this.addSql(`
      alter table deliveries drop constraint deliveries_channel_check,
        add constraint deliveries_channel_check check (channel in ('email', 'whatsapp', 'sms')),
        drop constraint deliveries_fell_back,
        add constraint deliveries_fell_back check (fell_back_at is null or channel <> 'email'),
        drop constraint deliveries_phone,
        add constraint deliveries_phone check (channel = 'email' or recipient_phone is not null or deleted_at is not null);
      alter table delivery_attempts drop constraint delivery_attempts_channel_check,
        add constraint delivery_attempts_channel_check check (channel in ('email', 'whatsapp', 'sms'));
      drop index deliveries_unheard;
      create index deliveries_unheard on deliveries (sent_at)
        where channel in ('whatsapp', 'sms') and status = 'sent' and fell_back_at is null and delivered_at is null and opened_at is null;
    `);
  }
}
