import { Migration } from '@mikro-orm/migrations';

/**
 * Deliveries that were scheduled together, to several people, and those that are repeated each year. The version before shows
 * each by itself, and does not schedule the next year's: repeat nothing, and ask no question, before every process runs this version.
 * Adding the columns rewrites nothing.
 */
export class Migration0032 extends Migration {
  override up(): void {
    this.addSql(`
      alter table deliveries
        add column if not exists group_id uuid null,
        add column if not exists repeat_from text null,
        add column if not exists repeat_until integer null,
        add column if not exists next_id uuid null,
        add column if not exists question bytea null,
        add column if not exists answer_hash text null,
        add column if not exists tells_more boolean not null default false,
        add column if not exists remind_at timestamptz null
    `);
    this.addSql(`
      alter table deliveries
        drop constraint if exists deliveries_repeat,
        drop constraint if exists deliveries_question
    `);
    // Not validated, which would read every row: each of them has none of these.
    this.addSql(`
      alter table deliveries
        add constraint deliveries_repeat check ((repeat_from is null) = (repeat_until is null)) not valid,
        add constraint deliveries_question check ((question is null) = (answer_hash is null)) not valid
    `);
    // One that a lost connection left unfinished is of no use, and is made again.
    this.addSql('drop index concurrently if exists deliveries_group');
    this.addSql('create index concurrently deliveries_group on deliveries (group_id) where group_id is not null');
  }

  /** Postgres makes no index concurrently within a transaction. */
  override isTransactional(): boolean {
    return false;
  }
}
