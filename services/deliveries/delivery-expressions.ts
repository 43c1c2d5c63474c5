/** Expressions about a delivery `d`: its state, its link, what it brings and its group. */
import { type Expression, type ExpressionWrapper, expressionBuilder, type SqlBool } from 'kysely';
import { ago, NOW } from '#db/instants.ts';
import type { Tables } from '#db/query.ts';
import { COUNT } from '#db/sql.ts';
import type { TypeCounts } from '#domain/content/content.ts';
import { DELAYED_AFTER } from '#domain/delivery/delivery.ts';

type WithDelivery = Tables & { d: Tables['deliveries'] };
type Flag = ExpressionWrapper<WithDelivery, 'd', boolean>;

function presentAttempts() {
  return expressionBuilder<WithDelivery, 'd'>()
    .selectFrom('delivery_attempts as a')
    .select('a.id')
    .whereRef('a.delivery_id', '=', 'd.id')
    .whereRef('a.revision', '=', 'd.revision');
}

export function triedNow(): Flag {
  return expressionBuilder<WithDelivery, 'd'>().exists(presentAttempts()).$castTo<boolean>();
}

/** @returns of a delivery `d` of an owner, whether its time has come and its present message was not tried */
export function isDueUntried(): Expression<SqlBool> {
  const eb = expressionBuilder<WithDelivery, 'd'>();
  return eb.and([
    eb('d.status', '=', 'pending'),
    eb('d.origin', '=', 'owner'),
    eb('d.deleted_at', 'is', null),
    eb('d.scheduled_time', '<=', NOW),
    eb.not(eb.exists(presentAttempts())),
  ]);
}

/** @returns whether its owner may change or delete it: `refuseChange` (domain/delivery/refuse-change.ts) of a row */
export function isChangeable(): Flag {
  const eb = expressionBuilder<WithDelivery, 'd'>();
  const isOut = eb.exists(presentAttempts().where('a.state', '<>', 'rejected'));
  const isHeldUnsent = eb.and([
    isDueUntried(),
    eb.or([eb('d.next_attempt_at', '>', NOW), eb('d.held_at', 'is not', null)]),
    eb('d.sent_at', 'is', null),
    eb('d.fell_back_at', 'is', null),
    eb('d.refused_email', 'is', null),
  ]);
  const isAhead = eb.and([
    eb('d.origin', '=', 'owner'),
    eb('d.scheduled_time', '>', NOW),
    eb('d.sent_at', 'is', null),
    eb('d.fell_back_at', 'is', null),
    eb('d.refused_email', 'is', null),
  ]);
  const isInTime = eb.or([isAhead, isHeldUnsent]);
  return eb.and([eb('d.status', '=', 'pending'), isInTime, eb.not(isOut)]).$castTo<boolean>();
}

/** Also while the owner has been notified of it, and where nothing was tried: operators hold it, or nothing of ours works. */
export function isDelayed(): Flag {
  const eb = expressionBuilder<WithDelivery, 'd'>();
  const since = ago(DELAYED_AFTER);
  const isTrying = eb.exists(presentAttempts().where('a.started_at', '<', since));
  const isNotified = eb.exists(
    eb
      .selectFrom('notices as n')
      .select('n.id')
      .whereRef('n.delivery_id', '=', 'd.id')
      .where('n.kind', '=', 'delivery-delayed')
      .where((notice) =>
        notice.or([
          notice('n.revision', '=', notice.ref('d.revision')),
          notice.and([
            notice('n.revision', '=', notice('d.revision', '-', 1)),
            notice('n.sent_at', '<', notice.ref('d.fell_back_at')),
          ]),
        ]),
      ),
  );
  // A delivery that is sent again waits from that decision on.
  const wasSentAgain = eb.exists(
    eb
      .selectFrom('timeline as t')
      .select('t.id')
      .whereRef('t.delivery_id', '=', 'd.id')
      .where('t.at', '>', since)
      .where('t.kind', 'in', ['delivery-retried', 'delivery-resent', 'delivery-fell-back']),
  );
  const isHeld = eb.and([eb('d.scheduled_time', '<', since), eb.not(triedNow()), eb.not(wasSentAgain)]);
  return eb.and([eb('d.status', '=', 'pending'), eb.or([isTrying, isNotified, isHeld])]).$castTo<boolean>();
}

/** @returns whether the question about the address of the delivery `d` is open */
export function asksAddress(): Flag {
  const eb = expressionBuilder<WithDelivery, 'd'>();
  return eb
    .and([
      eb('d.status', '=', 'pending'),
      eb('d.scheduled_time', '>', NOW),
      eb('d.address_asked_at', 'is not', null),
      eb('d.address_holds_at', 'is', null),
    ])
    .$castTo<boolean>();
}

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
