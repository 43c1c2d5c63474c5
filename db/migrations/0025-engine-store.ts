import { Migration } from '@mikro-orm/migrations';

/**
 * Each row says which store of the engine it was announced to, so that a new store changes one row instead of a million.
 * The columns have constant defaults: adding them rewrites nothing. The version before reads deliveries_outbox and
 * emergency_protocols_outbox: the next version drops them. A shard is the last byte of an id modulo 8, as in db/outbox.ts.
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
      create index deliveries_newer on deliveries ((get_byte(uuid_send(id), 15) % 8), next_attempt_at)
        where revision > synced_revision;
      create index deliveries_generation on deliveries
        ((get_byte(uuid_send(id), 15) % 8), synced_generation, next_attempt_at) where next_attempt_at is not null;
      create index emergency_protocols_newer on emergency_protocols
        ((get_byte(uuid_send(owner_id), 15) % 8), next_step_at) where revision > synced_revision;
      create index emergency_protocols_generation on emergency_protocols
        ((get_byte(uuid_send(owner_id), 15) % 8), synced_generation, next_step_at) where is_active;
    `);
  }
}
