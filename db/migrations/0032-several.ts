import { Migration } from '@mikro-orm/migrations';

/**
 * Deliveries that were scheduled together, to several people. The version before shows each by itself, and reads and writes as
 * it did. Adding the column rewrites nothing.
 */
export class Migration0032 extends Migration {
  override up(): void {
    this.addSql('alter table deliveries add column if not exists group_id uuid null');
    // One that a lost connection left unfinished is of no use, and is made again.
    this.addSql('drop index concurrently if exists deliveries_group');
    this.addSql('create index concurrently deliveries_group on deliveries (group_id) where group_id is not null');
  }

  /** Postgres makes no index concurrently within a transaction. */
  override isTransactional(): boolean {
    return false;
  }
}
