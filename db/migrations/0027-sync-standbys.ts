import { Migration } from '@mikro-orm/migrations';

/** How many standbys have each commit before we go on: the rows that say it are only for roles that may read all of them. */
export class Migration0027 extends Migration {
  override up(): void {
    this.addSql(`
      create function sync_standbys() returns integer
      language sql stable security definer set search_path = pg_catalog
      as $$
        -- Null where the owner may not see the states either.
        select case when count(*) filter (where sync_state is null) > 0 then null
          else (count(*) filter (where sync_state in ('sync', 'quorum') and state = 'streaming'))::integer end
        from pg_stat_replication
      $$;
    `);
  }
}
