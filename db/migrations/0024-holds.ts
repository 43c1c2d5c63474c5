import { Migration } from '@mikro-orm/migrations';

/**
 * An operator can hold a delivery: it stays pending, and nothing sends it. Adding the column rewrites nothing. The version
 * before ignores it: hold nothing before every process runs this version.
 */
export class Migration0024 extends Migration {
  override up(): void {
    this.addSql('alter table deliveries add column held_at timestamptz null');
  }
}
