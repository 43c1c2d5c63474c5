import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import { NOW } from './instants.ts';
import type { Tables } from './query.ts';

/** @returns whether no duress check-in of its owner holds a row of `deliveries` (docs/decisions/0150) */
export function isUnderNoDuress(): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'deliveries'>();
  const hold = eb.selectFrom('duress_holds').whereRef('duress_holds.owner_id', '=', 'deliveries.owner_id');
  return eb.not(eb.exists(hold.where('duress_holds.ends_at', '>', NOW)));
}
