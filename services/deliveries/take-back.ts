/** A refund takes back what was scheduled with the payment, so that a payment lent for a day sends nothing. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from '#db/query.ts';
import { refuseChange } from '#domain/delivery/refuse-change.ts';
import { cancelAndRefund, findRefundable, type Refundable } from '#services/subscription/payments.ts';
import type { BillingContext } from '#services/subscription/reconcile.ts';
import { appendTimeline } from '#services/timeline.ts';
import { isChangeable } from './delivery-expressions.ts';
import type { DeliveryView } from './delivery-view.ts';
import { lockDeliveries, updateOwn } from './locked.ts';
import { listDeliveries } from './queries.ts';
import { deletion } from './schedule-delivery.ts';

/** What a refund would pay back, and what it would take back. */
export interface RefundView extends Refundable {
  /** The ids of deliveries that wait and were scheduled since the payment. */
  takenBack: string[];
  /** The first of them, by their dates. */
  shown: DeliveryView[];
}

const SHOWN_MAX = 50;

/** @throws AppError as `findRefundable` does */
export async function previewRefund(context: BillingContext, ownerId: string): Promise<RefundView> {
  const refundable = await findRefundable(context, ownerId);
  const takenBack = await scheduledSince(context.em, ownerId, refundable.invoice.at);
  const deliveries = takenBack.length > 0 ? await listDeliveries(context, ownerId) : [];
  const shown = deliveries.filter(({ id }) => takenBack.includes(id)).slice(0, SHOWN_MAX);
  return { ...refundable, takenBack, shown };
}

/**
 * Refunds the newest payment, ends the plan, and deletes the deliveries that wait and were scheduled since that payment:
 * in one transaction with the end of the plan. What is due or being sent right now goes out.
 * @returns the refund, in cents
 * @throws AppError as `cancelAndRefund` does
 */
export function refundAndTakeBack(context: BillingContext, ownerId: string): Promise<number> {
  return cancelAndRefund(context, ownerId, (tx, { at }) => takeBack(tx, ownerId, at));
}

/** @param paidAt ISO 8601 */
async function takeBack(tx: EntityManager, ownerId: string, paidAt: string): Promise<void> {
  const { now, deliveries } = await lockDeliveries(tx, await scheduledSince(tx, ownerId, paidAt));
  for (const delivery of deliveries) {
    if (delivery.isDeleted || refuseChange(delivery, delivery.scheduledAt, now) !== null) continue;
    const revision = delivery.revision + 1;
    const at = new Date(now);
    await updateOwn(tx, delivery, deletion(at, revision));
    const detail = { revision };
    await appendTimeline(tx, at, [
      { ownerId, kind: 'delivery-deleted', actor: 'owner', deliveryId: delivery.id, detail },
    ]);
  }
}

/** @returns the ids of deliveries of the owner's own that have not begun to leave, also of those that the day's cap holds */
async function scheduledSince(em: EntityManager, ownerId: string, paidAt: string): Promise<string[]> {
  const rows = await query(em)
    .selectFrom('deliveries as d')
    .select('d.id')
    .where('d.owner_id', '=', ownerId)
    .where('d.origin', '=', 'owner')
    .where('d.deleted_at', 'is', null)
    .where('d.created_at', '>=', new Date(paidAt))
    .where(isChangeable())
    .execute();
  return rows.map(({ id }) => id);
}
