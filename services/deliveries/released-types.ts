import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import type { Tables } from '#db/query.ts';
import { COUNT } from '#db/sql.ts';
import type { TypeCounts } from '#domain/content/content.ts';

type WithDelivery = Tables & { d: Tables['deliveries'] };

/** @returns of a release `d`: what still exists of what it brings, counted by Postgres; null for every other delivery */
export function releasedTypes() {
  const eb = expressionBuilder<WithDelivery, 'd'>();
  return typesWhere(eb('d.origin', '=', 'release'));
}

/** @returns the same of every delivery `d` that was made for several items; null for one of a single item */
export function typesOfSeveral() {
  const eb = expressionBuilder<WithDelivery, 'd'>();
  const second = eb
    .selectFrom('delivery_contents as second')
    .select('second.id')
    .whereRef('second.delivery_id', '=', 'd.id')
    .where('second.position', '>', 0);
  return typesWhere(eb.or([eb('d.origin', '=', 'release'), eb.exists(second)]));
}

function typesWhere(isCounted: Expression<SqlBool>) {
  return expressionBuilder<WithDelivery, 'd'>()
    .selectFrom((eb) =>
      eb
        .selectFrom('delivery_contents as oc')
        .innerJoin('contents as o', 'o.id', 'oc.content_id')
        .select(['o.type', COUNT.as('count')])
        .whereRef('oc.delivery_id', '=', 'd.id')
        .where(isCounted)
        .groupBy('o.type')
        .as('by_type'),
    )
    .select(({ fn }) => fn.agg<TypeCounts | null>('jsonb_object_agg', ['by_type.type', 'by_type.count']).as('types'))
    .$asScalar();
}
