import { type RawBuilder, sql } from 'kysely';
import { MIGRATIONS_TABLE } from './migrations/list.ts';

/** When the first migration created this database, to the second. An expression for queries; an entity has no such table. */
export const databaseCreatedAt: RawBuilder<Date> = sql<Date>`(select date_trunc('second', min(executed_at)) from ${sql.table(MIGRATIONS_TABLE)})`;
