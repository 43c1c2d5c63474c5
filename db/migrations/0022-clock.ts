import { Migration } from '@mikro-orm/migrations';

/** How far the database's clock has moved against the clocks of the machines. */
export class Migration0022 extends Migration {
  override up(): void {
    this.addSql(`
      -- At most one row. The version before neither reads nor writes it.
      create table database_clock (
        id integer primary key check (id = 1),
        skew_ms double precision not null,
        noted_at timestamptz,
        shift_ms double precision,
        shift_is_inside boolean not null default false,
        shift_from timestamptz,
        shift_until timestamptz,
        shifted_to uuid
      );
    `);
  }
}
