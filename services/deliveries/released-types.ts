import { expressionBuilder } from 'kysely';
import type { Tables } from '#db/query.ts';
import { COUNT } from '#db/sql.ts';
import type { TypeCounts } from '#domain/content/content.ts';

/** @returns of a release `d`: what still exists of what it brings, counted by Postgres; null for every other delivery */
export function releasedTypes() {
  return expressionBuilder<Tables & { d: Tables['deliveries'] }, 'd'>()
    .selectFrom((eb) =>
      eb
        .selectFrom('delivery_contents as oc')
        .innerJoin('contents as o', 'o.id', 'oc.content_id')
        .select(['o.type', COUNT.as('count')])
        .whereRef('oc.delivery_id', '=', 'd.id')
        .where('d.origin', '=', 'release')
        .groupBy('o.type')
        .as('by_type'),
    )
    .select(({ fn }) => fn.agg<TypeCounts | null>('jsonb_object_agg', ['by_type.type', 'by_type.count']).as('types'))
    .$asScalar();
}
