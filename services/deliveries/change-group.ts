/** Changes or deletes all deliveries of a group that wait, in one transaction; what has gone out stays as it is. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from '#db/query.ts';
import { anyOf } from '#db/sql.ts';
import type { GroupChange } from '#domain/delivery/group.schema.ts';
import { refuseChange } from '#domain/delivery/refuse-change.ts';
import { AppError } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import { deliveryRefusals } from '#messages/en/delivery-refusals.ts';
import { say } from '#messages/say.ts';
import { requireConfirmedAddress } from '#services/confirmed-address.ts';
import type { Context } from '#services/context.ts';
import { lockAccount } from '#services/lock-account.ts';
import { notFound } from '#services/not-found.ts';
import { changeLocked, prepareChange } from './change-delivery.ts';
import type { DeliveryView } from './delivery-view.ts';
import { type LockedDelivery, lockDeliveries } from './locked.ts';
import { findDeliveries } from './queries.ts';
import { deleteLocked } from './schedule-delivery.ts';
import { insertParts, lockContents } from './schedule-several.ts';

/**
 * Changes when and what, and how the messages are: each delivery that waits as a new revision. One that has begun to leave,
 * or has ended, stays as it is.
 * @param groupId what the deliveries have as `group_id`
 * @returns those that were changed
 * @throws AppError conflict where none waits; validation-failed for an impossible time, or a content that is not the owner's;
 *   not-found; address-unconfirmed
 */
export async function changeGroup(
  context: Context,
  ownerId: string,
  groupId: string,
  { content_ids: contentIds, ...input }: GroupChange,
): Promise<DeliveryView[]> {
  const prepared = await prepareChange(context, ownerId, input);
  const changed = await context.em.transactional(async (tx) => {
    await lockAccount(tx, ownerId);
    const group = await idsOf(tx, ownerId, groupId);
    // Before the deliveries, as a transaction that deletes one of them does.
    if (contentIds) await lockContents(tx, ownerId, contentIds, 'content_ids');
    const waiting = await lockWaiting(tx, group);
    await requireConfirmedAddress(tx, ownerId);
    for (const delivery of waiting) await changeLocked({ ...context, em: tx }, delivery, input, prepared);
    const ids = waiting.map(({ id }) => id);
    if (contentIds) await replaceParts(tx, ids, contentIds);
    return ids;
  });
  return findDeliveries(context, ownerId, changed);
}

/**
 * Deletes the deliveries of a group that wait.
 * @returns how many those were
 * @throws AppError conflict where none waits; not-found
 */
export function deleteGroup(context: Context, ownerId: string, groupId: string): Promise<number> {
  return context.em.transactional(async (tx) => {
    await lockAccount(tx, ownerId);
    const waiting = await lockWaiting(tx, await idsOf(tx, ownerId, groupId));
    for (const delivery of waiting) await deleteLocked(tx, delivery, context.now);
    return waiting.length;
  });
}

/** @throws AppError not-found, also for a group of another owner, and where all were deleted */
async function idsOf(tx: EntityManager, ownerId: string, groupId: string): Promise<string[]> {
  if (!isId(groupId)) throw notFound('delivery');
  const group = await query(tx)
    .selectFrom('deliveries')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('group_id', '=', groupId)
    .where('deleted_at', 'is', null)
    .execute();
  if (group.length === 0) throw notFound('delivery');
  return group.map(({ id }) => id);
}

/** Locks all of them. @returns those that their owner may change */
async function lockWaiting(tx: EntityManager, ids: readonly string[]): Promise<LockedDelivery[]> {
  const { now, deliveries } = await lockDeliveries(tx, ids);
  const waiting = deliveries.filter((one) => !one.isDeleted && refuseChange(one, one.scheduledAt, now) === null);
  if (waiting.length === 0) throw new AppError('conflict', say(deliveryRefusals['group-ended']));
  return waiting;
}

async function replaceParts(tx: EntityManager, ids: readonly string[], contentIds: readonly string[]): Promise<void> {
  await query(tx).deleteFrom('delivery_contents').where('delivery_id', '=', anyOf(ids)).execute();
  await insertParts(tx, ids, contentIds);
}
