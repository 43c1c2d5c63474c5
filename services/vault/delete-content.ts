import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from '#db/query.ts';
import { anyOf } from '#db/sql.ts';
import { refuseChange } from '#domain/delivery/refuse-change.ts';
import { AppError } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import { contentRefusals } from '#messages/en/content-refusals.ts';
import { say } from '#messages/say.ts';
import { findContent, type WholeContent } from '#services/contents/read-contents.ts';
import type { Context } from '#services/context.ts';
import type { DeliveryView } from '#services/deliveries/delivery-view.ts';
import { type LockedDelivery, lockDeliveries } from '#services/deliveries/locked.ts';
import { deliveriesOf } from '#services/deliveries/queries.ts';
import { revokeLinks } from '#services/deliveries/revoke-links.ts';
import { deletion } from '#services/deliveries/schedule-delivery.ts';
import { needsChanged } from '#services/emergency/change-protocol.ts';
import { dayOf } from '#services/emergency/protocol-row.ts';
import { lockAccount } from '#services/lock-account.ts';
import { notFound } from '#services/not-found.ts';
import { appendTimeline, type Happening } from '#services/timeline.ts';

/** The deliveries of a content. */
export interface Carriers {
  /** A change of the content changes them; deleting it cancels them. */
  pending: DeliveryView[];
  /** A change of the content does not change them; deleting it ends their links. */
  sent: DeliveryView[];
  /** Of a release: without the content, they bring or show their other items. */
  lessened: DeliveryView[];
}

/** What deleting a content does to its deliveries. */
export interface Deletion extends Carriers {
  content: WholeContent;
}

/** The pending deliveries that the owner was shown before deleting. */
type Confirmed = readonly string[] | 'all';

/** @throws AppError not-found, also for a content of another owner */
export async function deletionOf(context: Context, ownerId: string, id: string): Promise<Deletion> {
  return { content: await findContent(context, ownerId, id), ...(await carriersOf(context, ownerId, id)) };
}

/** @returns the deliveries of a content, without opening it */
export async function carriersOf(context: Context, ownerId: string, id: string): Promise<Carriers> {
  const deliveries = await deliveriesOf(context, ownerId, id);
  const shared = await carriersOfMore(context.em, id);
  const alone = deliveries.filter((delivery) => !shared.has(delivery.id));
  return {
    pending: alone.filter(({ status }) => status === 'pending'),
    sent: alone.filter(({ status }) => status === 'sent'),
    lessened: deliveries.filter((delivery) => shared.has(delivery.id) && delivery.status !== 'failed'),
  };
}

/**
 * Deletes a content for good, in one transaction: its file, its frozen copies, and the pending deliveries of it alone. Links
 * to what was sent stop working; a release goes on with its other items. Without emergency content the protocol stops.
 * @param confirmed the pending deliveries that the owner was shown; `all` where there is no page that shows them
 * @throws AppError conflict while one is being sent, or when a pending one was not confirmed; not-found
 */
export async function deleteContent(
  context: Context,
  ownerId: string,
  id: string,
  { confirmed }: { confirmed: Confirmed },
): Promise<void> {
  if (!isId(id)) throw notFound('content');
  await context.em.transactional(async (tx) => {
    await lockAccount(tx, ownerId);
    // Scheduling locks this row too: from here on nobody adds a delivery of it.
    const content = await query(tx)
      .selectFrom('contents')
      .select(['type', 'file_id'])
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .forUpdate()
      .executeTakeFirst();
    if (!content) throw notFound('content');
    const { deliveries: carriers, now } = await lockCarriers(tx, id);
    refuseWhileSending(carriers, now);
    const shared = await carriersOfMore(tx, id);
    const deliveries = carriers.filter((delivery) => !shared.has(delivery.id));
    const pending = deliveries.filter(({ status }) => status === 'pending');
    refuseUnconfirmed(pending, confirmed);
    await cancel(tx, context.now, pending);
    await revokeLinksOf(
      tx,
      deliveries.filter(({ status }) => status !== 'pending'),
    );
    await deleteFrozen(tx, id);
    await nameByNext(tx, id, [...shared]);
    await deleteRows(tx, ownerId, id, content.file_id);
    await needsChanged(tx, ownerId, dayOf(context));
    const detail = { content_id: id, type: content.type };
    await appendTimeline(tx, context.now, [
      ...deliveries.flatMap(happeningOf),
      { ownerId, kind: 'content-deleted', actor: 'owner', deliveryId: null, detail },
    ]);
  });
}

/** Locks the deliveries of a content, and reads the database's clock in milliseconds. */
export async function lockCarriers(
  tx: EntityManager,
  id: string,
): Promise<{ deliveries: LockedDelivery[]; now: number }> {
  const carriers = await query(tx)
    .selectFrom('delivery_contents')
    .select('delivery_id as id')
    .distinct()
    .where('content_id', '=', id)
    .execute();
  const locked = await lockDeliveries(
    tx,
    carriers.map((carrier) => carrier.id),
  );
  return { now: locked.now, deliveries: locked.deliveries.filter(({ isDeleted }) => !isDeleted) };
}

/** @returns the ids of deliveries that also bring another content; under their locks the answer stays true */
async function carriersOfMore(em: EntityManager, id: string): Promise<ReadonlySet<string>> {
  const rows = await query(em)
    .selectFrom('delivery_contents as dc')
    .select('dc.delivery_id as id')
    .where('dc.content_id', '=', id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('delivery_contents as other')
          .select('other.id')
          .whereRef('other.delivery_id', '=', 'dc.delivery_id')
          .whereRef('other.content_id', '<>', 'dc.content_id'),
      ),
    )
    .execute();
  return new Set(rows.map((row) => row.id));
}

function refuseWhileSending(carriers: readonly LockedDelivery[], now: number): void {
  if (carriers.some((delivery) => isBeingSent(delivery, now)))
    throw new AppError('conflict', say(contentRefusals['being-sent']));
}

/** @param now milliseconds of the database's clock */
export function isBeingSent(delivery: LockedDelivery, now: number): boolean {
  return refuseChange(delivery, delivery.scheduledAt, now) === 'being-sent';
}

/** Every pending delivery that is cancelled was shown to the owner first. */
function refuseUnconfirmed(pending: readonly LockedDelivery[], confirmed: Confirmed): void {
  if (confirmed !== 'all' && pending.some((delivery) => !confirmed.includes(delivery.id)))
    throw new AppError('conflict', say(contentRefusals['scheduled-meanwhile']));
}

/** As `deleteDelivery` does; also one that is due, as long as no attempt has started. */
async function cancel(tx: EntityManager, now: Date, pending: readonly LockedDelivery[]): Promise<void> {
  if (pending.length === 0) return;
  await query(tx)
    .updateTable('deliveries')
    .set((eb) => deletion(now, eb('revision', '+', 1)))
    .where('id', 'in', idsOf(pending))
    .execute();
}

/** Also of those that failed: a failed one may have arrived without our knowledge. */
async function revokeLinksOf(tx: EntityManager, finished: readonly LockedDelivery[]): Promise<void> {
  if (finished.length > 0) await revokeLinks(tx).where('id', 'in', idsOf(finished)).execute();
}

function idsOf(deliveries: readonly LockedDelivery[]): string[] {
  return deliveries.map(({ id }) => id);
}

/**
 * Deletes the letter, and leaves the title to the deliveries whose pages name what was sent. A trigger deletes the note with
 * a file.
 */
async function deleteFrozen(tx: EntityManager, contentId: string): Promise<void> {
  await query(tx)
    .updateTable('delivery_contents as dc')
    .from(['contents as c', 'deliveries as d'])
    .set((eb) => ({
      frozen_body: null,
      frozen_head: eb.case().when('d.deleted_at', 'is', null).then(eb.fn.coalesce('dc.frozen_head', 'c.head')).end(),
    }))
    .whereRef('c.id', '=', 'dc.content_id')
    .whereRef('d.id', '=', 'dc.delivery_id')
    .where('dc.content_id', '=', contentId)
    .execute();
}

/**
 * In a delivery of several items the first that is left takes the place of the first that is deleted: lists and messages name
 * it. Releases are named by their kinds, and may bring a hundred thousand items.
 */
async function nameByNext(tx: EntityManager, contentId: string, deliveryIds: readonly string[]): Promise<void> {
  if (deliveryIds.length === 0) return;
  const unnamed = await query(tx)
    .updateTable('delivery_contents as dc')
    .from('deliveries as d')
    .set(({ eb, selectFrom }) => ({
      position: selectFrom('delivery_contents as last')
        .select(({ fn }) => eb(fn.max('last.position'), '+', 1).as('position'))
        .whereRef('last.delivery_id', '=', 'd.id')
        .$asScalar()
        .$notNull(),
    }))
    .whereRef('d.id', '=', 'dc.delivery_id')
    .where('d.origin', '=', 'owner')
    .where('dc.delivery_id', '=', anyOf(deliveryIds))
    .where('dc.content_id', '=', contentId)
    .where('dc.position', '=', 0)
    .returning('dc.delivery_id')
    .execute();
  await query(tx)
    .updateTable('delivery_contents as dc')
    .set({ position: 0 })
    .where('dc.delivery_id', '=', anyOf(unnamed.map(({ delivery_id }) => delivery_id)))
    .where('dc.position', '=', ({ selectFrom }) =>
      selectFrom('delivery_contents as next')
        .select(({ fn }) => fn.min('next.position').as('position'))
        .whereRef('next.delivery_id', '=', 'dc.delivery_id')
        .where('next.content_id', 'is not', null),
    )
    .execute();
}

async function deleteRows(tx: EntityManager, ownerId: string, id: string, fileId: string | null): Promise<void> {
  await query(tx).deleteFrom('contents').where('id', '=', id).where('owner_id', '=', ownerId).execute();
  // A trigger enqueues the deletion of its object in the store.
  if (fileId) await query(tx).deleteFrom('files').where('id', '=', fileId).where('owner_id', '=', ownerId).execute();
}

function happeningOf({ id, ownerId, status, revision }: LockedDelivery): Happening[] {
  const base = { ownerId, actor: 'owner', deliveryId: id } as const;
  if (status === 'pending') return [{ ...base, kind: 'delivery-deleted', detail: { revision: revision + 1 } }];
  return status === 'sent' ? [{ ...base, kind: 'delivery-link-withdrawn', detail: { revision } }] : [];
}
