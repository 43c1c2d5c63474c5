import { Migration } from '@mikro-orm/migrations';

/** What a provider says of a mail of the emergency protocol after it has accepted it, and when. */
export class Migration0008 extends Migration {
  override up(): void {
    this.addSql(`
      alter table emergency_mails
        -- The last time. It is settled again by one of the other two, or once the provider must have given up.
        add column deferred_at timestamptz null,
        add column delivered_at timestamptz null,
        add column bounced_at timestamptz null;
    `);
  }
}
