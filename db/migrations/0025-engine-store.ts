import { Migration } from '@mikro-orm/migrations';

/**
 * Each row says which store of the engine it was announced to, so that a new store changes one row instead of a million.
 * The columns have constant defaults: adding them rewrites nothing. The version before reads deliveries_outbox and
 * emergency_protocols_outbox: the next version drops them. Migration 0026 makes the indexes.
 */
export class Migration0025 extends Migration {
  override up(): void {
    this.addSql(`
      alter table engine_store add column generation integer not null default 1;
      alter table deliveries
        add column synced_generation integer not null default 1,
        add column sync_refusals integer not null default 0,
        add column sync_after timestamptz null;
      alter table emergency_protocols
        add column synced_generation integer not null default 1,
        add column sync_refusals integer not null default 0,
        add column sync_after timestamptz null;
    `);
  }
}
