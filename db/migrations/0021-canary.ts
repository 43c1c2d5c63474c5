import { Migration } from '@mikro-orm/migrations';

/** What our own probe moves through the check-in page. */
export class Migration0021 extends Migration {
  override up(): void {
    this.addSql(`
      -- One row. The version before neither reads nor writes it.
      create table canary (
        id integer primary key check (id = 1),
        step integer not null,
        claimed_at timestamptz not null
      );
    `);
  }
}
