import { Migration } from '@mikro-orm/migrations';

/** Releases that came back are tried again. Migration 0026 validates the constraint, and makes the indexes of the alarms. */
export class Migration0023 extends Migration {
  override up(): void {
    this.addSql(`
      -- Wider than before: no row fails it.
      alter table delivery_attempts
        drop constraint delivery_attempts_rejection_check,
        add constraint delivery_attempts_rejection_check
          check (rejection in ('transient', 'permanent', 'configuration', 'blocked')) not valid;
    `);
  }
}
