/** Expressions about a delivery `d`: what it brings, and which others were scheduled together with it. */
import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import type { Tables } from '#db/query.ts';
import { COUNT } from '#db/sql.ts';

type WithDelivery = Tables & { d: Tables['deliveries'] };

/** @returns what still exists of what an owner's delivery brings, in the order of reading; null for nothing */
export function carriedIds() {
  return expressionBuilder<WithDelivery, 'd'>()
    .selectFrom('delivery_contents as oc')
    .select(({ fn }) => fn.agg<string[] | null>('jsonb_agg', ['oc.content_id']).orderBy('oc.position').as('ids'))
    .whereRef('oc.delivery_id', '=', 'd.id')
    .where('oc.content_id', 'is not', null)
    .where('d.origin', '=', 'owner')
    .$asScalar();
}

/** @returns how many its group has; 0 for one that belongs to none */
export function groupSize() {
  return expressionBuilder<WithDelivery, 'd'>()
    .selectFrom('deliveries as g')
    .select(COUNT.as('count'))
    .whereRef('g.group_id', '=', 'd.group_id')
    .where('g.deleted_at', 'is', null)
    .$asScalar();
}

/** @returns whether a pending delivery `d` stands for its group in a list: the others have the same time */
export function leadsItsGroup(): Expression<SqlBool> {
  const eb = expressionBuilder<WithDelivery, 'd'>();
  const before = eb
    .selectFrom('deliveries as g')
    .select('g.id')
    .whereRef('g.group_id', '=', 'd.group_id')
    .whereRef('g.scheduled_time', '=', 'd.scheduled_time')
    .whereRef('g.id', '<', 'd.id')
    .where('g.status', '=', 'pending')
    .where('g.deleted_at', 'is', null);
  return eb.not(eb.exists(before));
}
