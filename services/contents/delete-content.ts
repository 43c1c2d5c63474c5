import type { EntityManager } from '@mikro-orm/postgresql';
import type { ContentType } from '#domain/content/content.ts';
import { refuseChange } from '#domain/delivery/protocol.ts';
import { AppError, notFound } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import type { Context } from '#services/context.ts';
import type { DeliveryView } from '#services/deliveries/delivery-view.ts';
import { idArray, type LockedDelivery, lockDeliveries } from '#services/deliveries/locked.ts';
import { deliveriesOf } from '#services/deliveries/queries.ts';
import { needsChanged } from '#services/emergency/change-protocol.ts';
import { dayOf } from '#services/emergency/protocol-row.ts';
import { appendTimeline, type Happening } from '#services/timeline.ts';
import { findContent } from './queries.ts';
import type { WholeContent } from './read-contents.ts';

/** What would go with a content. */
export interface Deletion {
  content: WholeContent;
  /** Would be cancelled. */
  pending: DeliveryView[];
  /** Their links would stop opening. */
  sent: DeliveryView[];
  /** Of a release: they would bring, and show, the rest. */
  lessened: DeliveryView[];
}

/** Of which pending deliveries a person was told before they deleted what these carry. */
type Confirmed = readonly string[] | 'all';

/** @throws AppError not-found, also for what belongs to somebody else */
export async function deletionOf(context: Context, ownerId: string, id: string): Promise<Deletion> {
  const content = await findContent(context, ownerId, id);
  const deliveries = await deliveriesOf(context, ownerId, id);
  const shared = await carriersOfMore(context.em, id);
  const alone = deliveries.filter((delivery) => !shared.has(delivery.id));
  return {
    content,
    pending: alone.filter(({ status }) => status === 'pending'),
    sent: alone.filter(({ status }) => status === 'sent'),
    lessened: deliveries.filter((delivery) => shared.has(delivery.id) && delivery.status !== 'failed'),
  };
}

/**
 * Deletes a content for good: with its file, with what was frozen of it, and with the deliveries that wait to bring it.
 * What was sent no longer opens; a release goes on with the rest of what it brings. Without emergency content the
 * protocol stops. All of it in one transaction, or nothing.
 * @param confirmed the pending deliveries of which the person was told; `all` where nobody looks before deleting
 * @throws AppError conflict while one is being sent, or when there is a pending one of which they were not told; not-found
 */
export async function deleteContent(
  context: Context,
  ownerId: string,
  id: string,
  { confirmed }: { confirmed: Confirmed },
): Promise<void> {
  if (!isId(id)) throw notFound('content');
  await context.em.transactional(async (tx) => {
    // The account before what belongs to it, as everybody locks them.
    await tx.execute('select 1 from users where id = ? for no key update', [ownerId]);
    // Whoever schedules it holds this row, too: after it nobody adds a delivery.
    const [content] = await tx.execute<{ type: ContentType; file_id: string | null }[]>(
      'select type, file_id from contents where id = ? and owner_id = ? for update',
      [id, ownerId],
    );
    if (!content) throw notFound('content');
    const { deliveries: carriers, now } = await lockCarriers(tx, id);
    refuseWhileSending(carriers, now);
    const shared = await carriersOfMore(tx, id);
    const deliveries = carriers.filter((delivery) => !shared.has(delivery.id));
    const pending = deliveries.filter(({ status }) => status === 'pending');
    refuseUnlessTold(pending, confirmed);
    await cancel(tx, context.now, pending);
    await withdraw(
      tx,
      deliveries.filter(({ status }) => status !== 'pending'),
    );
    await forgetFrozen(tx, id);
    await deleteRows(tx, ownerId, id, content.file_id);
    await needsChanged(tx, ownerId, dayOf(context));
    const detail = { content_id: id, type: content.type };
    await appendTimeline(tx, context.now, [
      ...deliveries.flatMap(happeningOf),
      { ownerId, kind: 'content-deleted', actor: 'owner', deliveryId: null, detail },
    ]);
  });
}

async function lockCarriers(tx: EntityManager, id: string): Promise<{ deliveries: LockedDelivery[]; now: number }> {
  const carriers = await tx.execute<{ id: string }[]>(
    'select distinct delivery_id as id from delivery_contents where content_id = ?',
    [id],
  );
  const locked = await lockDeliveries(
    tx,
    carriers.map((carrier) => carrier.id),
  );
  return { now: locked.now, deliveries: locked.deliveries.filter(({ isDeleted }) => !isDeleted) };
}

/** @returns the ids of deliveries that bring something else besides; asked under their locks, the answer stays true */
async function carriersOfMore(em: EntityManager, id: string): Promise<ReadonlySet<string>> {
  const rows = await em.execute<{ id: string }[]>(
    `select delivery_id as id from delivery_contents dc where content_id = ? and exists (select 1 from delivery_contents o
       where o.delivery_id = dc.delivery_id and o.content_id <> dc.content_id)`,
    [id],
  );
  return new Set(rows.map((row) => row.id));
}

/** Nothing is deleted that leaves at this moment. */
function refuseWhileSending(carriers: readonly LockedDelivery[], now: number): void {
  if (carriers.some((delivery) => refuseChange(delivery, delivery.scheduledAt, now) === 'being-sent'))
    throw new AppError(
      'conflict',
      'A delivery of it is being sent at this moment. Nothing was deleted; please try again in a few minutes.',
    );
}

/** Nothing goes of which its owner was not told. */
function refuseUnlessTold(pending: readonly LockedDelivery[], confirmed: Confirmed): void {
  if (confirmed !== 'all' && pending.some((delivery) => !confirmed.includes(delivery.id)))
    throw new AppError(
      'conflict',
      'Another delivery of it has been scheduled meanwhile. Nothing was deleted; please look again at what would go with it.',
    );
}

/** As `deleteDelivery` does it; also for one whose hour has come, as long as nobody has taken it up. */
async function cancel(tx: EntityManager, now: Date, pending: readonly LockedDelivery[]): Promise<void> {
  await tx.execute(
    `update deliveries set deleted_at = ?, next_attempt_at = null, recipient_email = '', recipient_name = null,
       recipient_phone = null, revision = revision + 1 where id = any(?::uuid[])`,
    [now, idArray(pending.map(({ id }) => id))],
  );
}

/** Also of those that failed: some of them arrived, and nobody knows. */
async function withdraw(tx: EntityManager, finished: readonly LockedDelivery[]): Promise<void> {
  await tx.execute(
    'update deliveries set link_epoch = link_epoch + 1, link_revoked_at = now() where id = any(?::uuid[])',
    [idArray(finished.map(({ id }) => id))],
  );
}

/** The letter goes; its title stays with the deliveries that tell what was sent, or was not. */
async function forgetFrozen(tx: EntityManager, contentId: string): Promise<void> {
  await tx.execute(
    `update delivery_contents dc set frozen_body = null,
       frozen_head = case when d.deleted_at is null then coalesce(dc.frozen_head, c.head) end
     from contents c, deliveries d where c.id = dc.content_id and d.id = dc.delivery_id and dc.content_id = ?`,
    [contentId],
  );
}

async function deleteRows(tx: EntityManager, ownerId: string, id: string, fileId: string | null): Promise<void> {
  await tx.execute('delete from contents where id = ? and owner_id = ?', [id, ownerId]);
  // Its trigger dooms the object in the store.
  if (fileId) await tx.execute('delete from files where id = ? and owner_id = ?', [fileId, ownerId]);
}

function happeningOf({ id, ownerId, status, revision }: LockedDelivery): Happening[] {
  const base = { ownerId, actor: 'owner', deliveryId: id } as const;
  if (status === 'pending') return [{ ...base, kind: 'delivery-deleted', detail: { revision: revision + 1 } }];
  return status === 'sent' ? [{ ...base, kind: 'delivery-link-withdrawn', detail: { revision } }] : [];
}
