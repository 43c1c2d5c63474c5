/** What a recipient can do with the link of a delivery. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { isByRecipient } from '#domain/delivery/by-recipient.ts';
import { isFallbackUnsent } from '#domain/delivery/fallback.ts';
import { worthwhileExtension } from '#domain/delivery/link-life.ts';
import { decideEvent } from '#domain/delivery/protocol.ts';
import { refuseChange } from '#domain/delivery/refuse-change.ts';
import { isReleaseRetried } from '#domain/delivery/release.ts';
import { AppError } from '#domain/errors.ts';
import { DAY } from '#domain/time/durations.ts';
import { linkRefusals } from '#messages/en/link-refusals.ts';
import { say } from '#messages/say.ts';
import { openFile, openThumbnail, type ReadableFile, type Thumbnail } from '#services/contents/open-file.ts';
import type { Context, VaultContext } from '#services/context.ts';
import { DeliveryChanges } from '#services/deliveries/delivery-changes.ts';
import { type LockedDelivery, lockDeliveries, updateOwn } from '#services/deliveries/locked.ts';
import { revokeLinks } from '#services/deliveries/revoke-links.ts';
import { deletion } from '#services/deliveries/schedule-delivery.ts';
import { notFound } from '#services/not-found.ts';
import { noteOpening } from '#services/notices/note-opening.ts';
import { appendTimeline } from '#services/timeline.ts';
import {
  findByLink,
  findOpened,
  findUnlocked,
  type Invitation,
  itemsOf,
  type OpenedDelivery,
  readDelivery,
  readInvitation,
} from './invitations.ts';
import type { PlacedItem } from './items.ts';

/**
 * Changes nothing: mail scanners follow links.
 * @returns what the recipient's page shows before opening
 * @throws AppError not-found, gone
 */
export async function findInvitation(context: Context, secret: string): Promise<Invitation> {
  return readInvitation(context, await findByLink(context, secret));
}

/**
 * Opens a delivery, and records the first opening, of which its owner is mailed. An opened message has arrived: where we did not know whether it was
 * accepted, we know now, and no further copy is sent.
 * @throws AppError forbidden before its question was answered; not-found, gone
 */
export async function openInvitation(context: Context, secret: string): Promise<OpenedDelivery> {
  const found = await findUnlocked(context, secret);
  const { id, ownerId, linkEpoch } = found;
  const delivery = await readDelivery(context, found);
  if (delivery.opened) return delivery;
  const isFirst = await context.em.transactional(async (tx) => {
    const { now, deliveries } = await lockDeliveries(tx, [id]);
    const [locked] = deliveries;
    const openedAt = new Date(now);
    const first = await query(tx)
      .updateTable('deliveries')
      .set({ opened_at: openedAt })
      .where('id', '=', id)
      .where('link_epoch', '=', linkEpoch)
      .where('opened_at', 'is', null)
      .where('deleted_at', 'is', null)
      .returning('revision')
      .executeTakeFirst();
    if (!first) return false;
    if (locked) await recordArrival(tx, locked, now);
    await appendTimeline(tx, openedAt, [{ ownerId, kind: 'delivery-opened', actor: 'recipient', deliveryId: id }]);
    await noteOpening(tx, { deliveryId: id, ownerId, revision: first.revision, openedAt });
    return true;
  });
  // Since we looked, the link was revoked, or its owner is back; or it was opened in another window.
  return isFirst ? { ...delivery, opened: true } : readOpened(context, secret);
}

async function recordArrival(tx: EntityManager, delivery: LockedDelivery, now: number): Promise<void> {
  const changes = new DeliveryChanges();
  // The newest attempt that can have brought it: a further copy may have been rejected since.
  const bringer = delivery.attempts.findLast(({ state }) => state === 'started' || state === 'unknown');
  if (bringer) {
    const effect = decideEvent(delivery, bringer, { kind: 'accepted' });
    if (effect.attempt) changes.attempt({ id: bringer.id, ...effect.attempt, reason: null, messageId: null });
    if (effect.delivery) changes.apply(delivery, effect.delivery, now);
  }
  if (isFallbackUnsent(delivery) && (await isOurOwnCopy(tx, delivery))) changes.sent(delivery, now);
  // Opened by the page of a trusted contact, or by a mail that came back from another mailbox: no further try.
  if (isReleaseRetried(delivery)) changes.sent(delivery, now);
  await changes.write(tx, now);
}

/**
 * @returns whether it was decided here that the present message follows. A copy that its owner requested is sent although the
 *   earlier message was opened.
 */
async function isOurOwnCopy(tx: EntityManager, { id, revision }: LockedDelivery): Promise<boolean> {
  const decided = await query(tx)
    .selectFrom('timeline')
    .select('id')
    .where('delivery_id', '=', id)
    .where('kind', 'in', ['delivery-fell-back', 'delivery-to-alternate'])
    .where((eb) => eb(eb.ref('detail', '->>').key('revision'), '=', `${revision - 1}`))
    .limit(1)
    .executeTakeFirst();
  return decided !== undefined;
}

/**
 * "This is not for me": the link is no longer valid, the delivery has failed, and its owner is notified. A delivery that had
 * failed for another reason was refused now: its owner cannot try it again.
 * @throws AppError conflict once it was opened; not-found, gone
 */
export async function refuseInvitation(context: Context, secret: string): Promise<void> {
  const { id, ownerId, linkEpoch } = await findByLink(context, secret);
  await context.em.transactional(async (tx) => {
    const { now, deliveries } = await lockDeliveries(tx, [id]);
    const [delivery] = deliveries;
    const revoked = await revokeLinks(tx)
      .where('id', '=', id)
      .where('link_epoch', '=', linkEpoch)
      .where('opened_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!delivery || !revoked) throw new AppError('conflict', say(linkRefusals['opened-already']));
    await appendTimeline(tx, context.now, [
      // The epoch shows later which link was refused.
      { ownerId, kind: 'delivery-link-refused', actor: 'recipient', deliveryId: id, detail: { epoch: linkEpoch } },
    ]);
    await endSeries(tx, id);
    if (isByRecipient(delivery.failureCode)) return;
    const changes = new DeliveryChanges();
    changes.failed(delivery, 'refused', 'recipient');
    await changes.write(tx, now);
  });
}

/** A recipient who refuses a yearly delivery gets no next one. */
async function endSeries(tx: EntityManager, id: string): Promise<void> {
  const { next_id } = await query(tx)
    .selectFrom('deliveries')
    .select('next_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { now, deliveries } = await lockDeliveries(tx, next_id === null ? [] : [next_id]);
  for (const next of deliveries) {
    if (next.isDeleted || refuseChange(next, next.scheduledAt, now) !== null) continue;
    const revision = next.revision + 1;
    await updateOwn(tx, next, deletion(new Date(now), revision));
    const { ownerId } = next;
    await appendTimeline(tx, new Date(now), [
      { ownerId, kind: 'delivery-deleted', actor: 'recipient', deliveryId: next.id, detail: { revision } },
    ]);
  }
}

/**
 * Makes the link valid, from now, for as long as its sender chose when scheduling. Changes nothing for a link without an
 * end, and where that is hardly longer: a second press of the button.
 * @returns the delivery, with the new end of its link
 * @throws AppError forbidden before it was opened; not-found, gone
 */
export async function extendInvitation(context: Context, secret: string): Promise<OpenedDelivery> {
  const found = await findOpened(context, secret);
  const { id, ownerId, linkEpoch } = found;
  const until = worthwhileExtension(found.expiresAt, found.linkYears, context.now);
  if (!until) return readDelivery(context, found);
  await context.em.transactional(async (tx) => {
    const extended = await query(tx)
      .updateTable('deliveries')
      .set({ link_expires_at: until })
      .where('id', '=', id)
      .where('link_epoch', '=', linkEpoch)
      // Two presses at once are one extension.
      .where(({ eb, or }) =>
        or([eb('link_expires_at', 'is', null), eb('link_expires_at', '<', new Date(until.getTime() - DAY))]),
      )
      .returning('id')
      .executeTakeFirst();
    if (!extended) return;
    const detail = { until: until.toISOString() };
    await appendTimeline(tx, context.now, [
      { ownerId, kind: 'delivery-link-extended', actor: 'recipient', deliveryId: id, detail },
    ]);
  });
  return readOpened(context, secret);
}

/**
 * Changes nothing.
 * @param from the position of the first item of the page
 * @returns a page of the items of a delivery that was opened, as they were when they were sent
 * @throws AppError forbidden before it was opened; not-found, gone
 */
export async function readOpened(context: Context, secret: string, from = 0): Promise<OpenedDelivery> {
  return readDelivery(context, await findOpened(context, secret), from);
}

/**
 * Reads all items of a delivery that was opened, with one page of them in memory at a time. Finds the link again for each
 * page, so nothing more is read of what was closed meanwhile.
 * @throws AppError as `readOpened`
 */
export async function* readAllOpened(context: Context, secret: string): AsyncGenerator<PlacedItem> {
  for (let from: number | null = 0; from !== null; ) {
    const page = await itemsOf(context, await findOpened(context, secret), from);
    yield* page.items;
    from = page.next;
  }
}

/**
 * Reads one item of a delivery that was opened.
 * @throws AppError as `readOpened`; not-found where it was deleted
 */
export async function readOpenedItem(context: Context, secret: string, position: number): Promise<PlacedItem> {
  const { items } = await itemsOf(context, await findOpened(context, secret), position, 1);
  const [item] = items;
  if (item?.position !== position) throw notFound('content');
  return item;
}

/**
 * A file of a delivery that was opened. Changes nothing.
 * @throws AppError forbidden before it was opened; not-found, gone
 */
export async function openRecipientsFile(context: VaultContext, secret: string, fileId: string): Promise<ReadableFile> {
  const { id } = await findOpened(context, secret);
  return openFile(context, { deliveryId: id }, fileId);
}

/**
 * The thumbnail of such a file.
 * @throws AppError not-found, also where there is no thumbnail; forbidden before it was opened; gone
 */
export async function openRecipientsThumbnail(
  context: VaultContext,
  secret: string,
  fileId: string,
): Promise<Thumbnail> {
  const { id } = await findOpened(context, secret);
  return openThumbnail(context, { deliveryId: id }, fileId);
}

/**
 * Records the first download of a delivery, once per link.
 * @throws what prevented the record; the download itself does not wait for it
 */
export async function noteDownload(context: Context, secret: string): Promise<void> {
  const { id, ownerId, linkEpoch, isDownloaded } = await findOpened(context, secret);
  if (isDownloaded) return;
  await context.em.transactional(async (tx) => {
    const first = await query(tx)
      .updateTable('deliveries')
      .set({ downloaded_at: NOW })
      .where('id', '=', id)
      .where('link_epoch', '=', linkEpoch)
      .where('downloaded_at', 'is', null)
      .returning('downloaded_at')
      .executeTakeFirst();
    if (first?.downloaded_at)
      await appendTimeline(tx, first.downloaded_at, [
        { ownerId, kind: 'delivery-downloaded', actor: 'recipient', deliveryId: id },
      ]);
  });
}
