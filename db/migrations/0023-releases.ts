import { Migration } from '@mikro-orm/migrations';

/** Releases that came back are tried again; what alarms of releases and of contacts who cannot be notified read. */
export class Migration0023 extends Migration {
  override up(): void {
    this.addSql(`
      -- Wider than before: no row fails it.
      alter table delivery_attempts
        drop constraint delivery_attempts_rejection_check,
        add constraint delivery_attempts_rejection_check
          check (rejection in ('transient', 'permanent', 'configuration', 'blocked')) not valid;
      alter table delivery_attempts validate constraint delivery_attempts_rejection_check;
      create index deliveries_unsent_releases on deliveries (owner_id)
        where origin = 'release' and (status <> 'sent' or is_unconfirmed);
      create index emergency_mails_not_notified on emergency_mails (owner_id)
        where kind = 'contact-told' and state = 'bounced';
    `);
  }
}
