import { Migration } from '@mikro-orm/migrations';

/**
 * How long a recipient's link is valid. The version before this one neither writes nor reads the column: its deliveries,
 * and all that are there already, have the two years that it counts with.
 */
export class Migration0015 extends Migration {
  override up(): void {
    this.addSql(`
      alter table deliveries
        -- In years; null for as long as Stillhere exists.
        add column link_years integer null default 2 check (link_years in (2, 5, 20));
    `);
  }
}
