/** Expressions about a delivery `d`: whether its link may have left. */
import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import type { Tables } from '#db/query.ts';

type WithDelivery = Tables & { d: Tables['deliveries'] };
type WithAttempt = WithDelivery & { a: Tables['delivery_attempts'] };

/** @returns of an attempt `a` of the delivery `d`, whether its message had the present link and may have left; also before a fallback */
export function mayBeOut(): Expression<SqlBool> {
  const eb = expressionBuilder<WithAttempt, 'a' | 'd'>();
  const beforeFallback = eb.and([
    eb('a.revision', '=', eb('d.revision', '-', 1)),
    eb('a.started_at', '<', eb.ref('d.fell_back_at')),
  ]);
  return eb.and([
    eb('a.state', '<>', 'rejected'),
    eb.or([eb('a.revision', '=', eb.ref('d.revision')), beforeFallback]),
  ]);
}

/** @returns since when a link of it may be out; null for never */
export function linkSentAt() {
  const eb = expressionBuilder<WithDelivery, 'd'>();
  const newestTry = eb
    .selectFrom('delivery_attempts as a')
    .select(({ fn }) => fn.max('a.started_at').as('at'))
    .whereRef('a.delivery_id', '=', 'd.id')
    .where('d.status', '=', 'failed')
    .where(mayBeOut());
  return eb.fn.coalesce('d.sent_at', newestTry.$asScalar()).$castTo<Date | null>();
}
