import type { EntityManager } from '@mikro-orm/postgresql';
import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool, sql } from 'kysely';
import { query, type Tables } from './query.ts';

/** At most so many rows in one statement: after a long pause of the workers, no lock is held for long. */
const BATCH = 500;

/**
 * Deletes up to a batch of the rows that meet a condition, which must be fit for an index. A row that is changed meanwhile
 * stays until the next round.
 * @param where the condition, on columns of the table
 * @returns whether there may be more
 */
export async function deleteBatch<Table extends keyof Tables & string>(
  em: EntityManager,
  table: Table,
  where: (eb: ExpressionBuilder<Tables, Table>) => Expression<SqlBool>,
): Promise<boolean> {
  const from = sql.table(table);
  // By place, not by key: the same for each table. Without a lock, which a role that only deletes may not take.
  const places = sql`select ctid from ${from} where ${where(expressionBuilder<Tables, Table>())} limit ${sql.lit(BATCH)}`;
  const { numAffectedRows } = await sql`delete from ${from} where ctid = any(array(${places}))`.execute(query(em));
  return numAffectedRows === BigInt(BATCH);
}
