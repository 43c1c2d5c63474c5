/** What an owner does with a delivery that was sent or failed: send it again, retry it, revoke or extend its link. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from '#db/query.ts';
import { isByRecipient } from '#domain/delivery/by-recipient.ts';
import type { Retry } from '#domain/delivery/delivery.schema.ts';
import { CHANNELS, RESENDS_A_DAY } from '#domain/delivery/delivery.ts';
import { linkEnd, linkExpiry } from '#domain/delivery/link-life.ts';
import { AppError } from '#domain/errors.ts';
import { DAY, HOUR, SECOND } from '#domain/time/durations.ts';
import { deliveryRefusals } from '#messages/en/delivery-refusals.ts';
import { say } from '#messages/say.ts';
import { requireConfirmedAddress } from '#services/confirmed-address.ts';
import type { Context } from '#services/context.ts';
import { isStopped } from '#services/limits/correspondents.ts';
import { lockAccount } from '#services/lock-account.ts';
import { appendTimeline } from '#services/timeline.ts';
import { admit, alternateOf } from './change-delivery.ts';
import { channelOfNewestMessage, chosenChannel } from './channels.ts';
import { mayBeOut } from './delivery-expressions.ts';
import type { DeliveryView } from './delivery-view.ts';
import { type LockedDelivery, lockOwnDelivery, updateOwn } from './locked.ts';
import { findDelivery } from './queries.ts';

/** Only the timeline shows the outcome of the earlier message. */
const AS_IF_NEVER_SENT = {
  status: 'pending',
  fell_back_at: null,
  refused_email: null,
  sent_at: null,
  delivered_at: null,
  opened_at: null,
  downloaded_at: null,
  link_expires_at: null,
  link_revoked_at: null,
  is_unconfirmed: false,
  finished_at: null,
  failure_code: null,
  engine_checked_at: null,
} as const;

/**
 * Sends a failed delivery again, now or on its date if that is still ahead, as a new revision: to the same address or to a corrected one, by the same channel or
 * by another. The link of the earlier message is no longer valid.
 * @throws AppError conflict when it has not failed, when its recipient said no, when its content was deleted, or when it
 *   belongs to a release; validation-failed for an impossible number, where the channel needs one that is missing, or where
 *   the recipient wants nothing more; too-many-requests beyond the day's new recipients; not-found; address-unconfirmed
 */
export async function retryDelivery(
  context: Context,
  ownerId: string,
  id: string,
  input: Retry,
): Promise<DeliveryView> {
  const { em, now } = context;
  await em.transactional(async (tx) => {
    await lockAccount(tx, ownerId);
    const { delivery, now: databaseNow } = await lockOwnDelivery(tx, ownerId, id);
    if (delivery.origin === 'release') throw notSentAgain();
    if (delivery.status !== 'failed') throw new AppError('conflict', say(deliveryRefusals['not-failed']));
    if (isByRecipient(delivery.failureCode)) throw recipientSaidNo(delivery.failureCode);
    await requireContent(tx, id);
    await requireConfirmedAddress(tx, ownerId);
    const revision = delivery.revision + 1;
    const { channel, recipientPhone } = chosenChannel(context, input, delivery);
    const { recipient_email: email } = input;
    const alternate = alternateOf(delivery, { recipient_email: email });
    await admit({ ...context, em: tx }, ownerId, { email, phone: recipientPhone, alternate }, delivery);
    await updateOwn(tx, delivery, {
      ...AS_IF_NEVER_SENT,
      channel,
      recipient_phone: recipientPhone,
      recipient_email: email,
      alternate_email: alternate,
      // An operator may have stopped it long before its date.
      next_attempt_at: new Date(Math.max(databaseNow, delivery.scheduledAt)),
      link_epoch: delivery.linkEpoch + 1,
      revision,
    });
    await appendTimeline(tx, now, [
      { ownerId, kind: 'delivery-retried', actor: 'owner', deliveryId: id, detail: { revision } },
    ]);
  });
  return findDelivery(context, ownerId, id);
}

/** An owner who reads this is back, and after that a release sends nothing further. */
export function notSentAgain(): AppError {
  return new AppError('conflict', say(deliveryRefusals['sent-by-release']));
}

/** @returns the refusal of sending again what its recipient did not want, or what they had stopped before they got it */
function recipientSaidNo(code: LockedDelivery['failureCode']): AppError {
  return new AppError('conflict', say(deliveryRefusals[code === 'stopped' ? 'stopped' : 'recipient-said-no']));
}

/**
 * Deleting a content locks its deliveries, and we have locked this one: a content that exists now exists until we commit.
 * @throws AppError conflict when all of it was deleted
 */
async function requireContent(tx: EntityManager, id: string): Promise<void> {
  const left = await query(tx)
    .selectFrom('delivery_contents')
    .select('id')
    .where('delivery_id', '=', id)
    .where('content_id', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  if (!left) throw new AppError('conflict', say(deliveryRefusals['contents-deleted']));
}

/**
 * Sends again what was sent, now, as a new revision: what the first message showed, by the channel that brought it (after
 * a fallback, by email). The link remains the same and valid, unless it was revoked: then this message brings a new one.
 * @param seen the revision that its owner was looking at: a second press of the same button sends nothing further
 * @throws AppError conflict when it was not sent, or its content was deleted, or it belongs to a release, or its recipient
 *   wants nothing more, or something has happened since its owner looked; too-many-requests beyond RESENDS_A_DAY; not-found; address-unconfirmed
 */
export async function resendDelivery(
  context: Context,
  ownerId: string,
  id: string,
  { seen }: { seen?: number | undefined } = {},
): Promise<DeliveryView> {
  await context.em.transactional(async (tx) => {
    const { delivery, now } = await lockOwnDelivery(tx, ownerId, id);
    if (seen !== undefined && seen !== delivery.revision) {
      if (await wasResent(tx, id, seen + 1)) return;
      throw new AppError('conflict', say(deliveryRefusals['changed-since']));
    }
    requireSent(delivery);
    await requireContent(tx, id);
    await requireConfirmedAddress(tx, ownerId);
    if (await isStopped(tx, context.keyring, { ownerId, address: delivery.recipientEmail }))
      throw new AppError('conflict', say(deliveryRefusals['stopped-later']));
    await requireLeft(tx, id, now);
    await sendAgain(tx, delivery, now);
  });
  return findDelivery(context, ownerId, id);
}

function requireSent({ origin, status, sentAt, failureCode }: LockedDelivery): void {
  if (origin === 'release') throw notSentAgain();
  if (isByRecipient(failureCode)) throw recipientSaidNo(failureCode);
  if (status === 'failed') throw new AppError('conflict', say(deliveryRefusals.failed));
  if (status === 'sent') return;
  const message = sentAt === null ? say(deliveryRefusals['not-sent-yet']) : say(deliveryRefusals['being-sent-again']);
  throw new AppError('conflict', message);
}

async function wasResent(tx: EntityManager, id: string, revision: number): Promise<boolean> {
  const entry = await query(tx)
    .selectFrom('timeline')
    .select('id')
    .where('delivery_id', '=', id)
    .where('kind', '=', 'delivery-resent')
    .where((eb) => eb(eb.ref('detail', '->>').key('revision'), '=', `${revision}`))
    .executeTakeFirst();
  return entry !== undefined;
}

/** Counted under the lock, from the timeline: a person receives these, so the count must be exact. */
async function requireLeft(tx: EntityManager, id: string, now: number): Promise<void> {
  const newest = await query(tx)
    .selectFrom('timeline')
    .select('at')
    .where('delivery_id', '=', id)
    .where('kind', '=', 'delivery-resent')
    .where('at', '>', new Date(now - DAY))
    .orderBy('at', 'desc')
    .limit(RESENDS_A_DAY)
    .execute();
  const oldest = newest[RESENDS_A_DAY - 1];
  if (!oldest) return;
  const wait = oldest.at.getTime() + DAY - now;
  const hours = Math.max(1, Math.ceil(wait / HOUR));
  throw new AppError(
    'too-many-requests',
    say(deliveryRefusals['sent-too-often'], { times: RESENDS_A_DAY, hours }),
    [],
    { retry_after: Math.ceil(wait / SECOND) },
  );
}

async function sendAgain(tx: EntityManager, delivery: LockedDelivery, now: number): Promise<void> {
  const { id, ownerId, isLinkRevoked } = delivery;
  const revision = delivery.revision + 1;
  const at = new Date(now);
  const newest = await channelOfNewestMessage(tx, id);
  const staysWithFallback = newest !== null && CHANNELS[newest].fallback === null;
  // It is not known yet who opens the new link. The timeline shows the outcome of the old one.
  const link = isLinkRevoked ? { link_epoch: delivery.linkEpoch + 1, opened_at: null, downloaded_at: null } : {};
  await updateOwn(tx, delivery, {
    ...link,
    ...(staysWithFallback ? {} : { fell_back_at: null }),
    status: 'pending',
    next_attempt_at: at,
    delivered_at: null,
    is_unconfirmed: false,
    link_expires_at: linkExpiry(at, delivery.linkYears),
    link_revoked_at: null,
    finished_at: null,
    engine_checked_at: null,
    revision,
  });
  const detail = { revision, ...(isLinkRevoked ? { new_link: 1 } : {}) };
  await appendTimeline(tx, at, [{ ownerId, kind: 'delivery-resent', actor: 'owner', deliveryId: id, detail }]);
}

/**
 * Revokes the link of what was sent: from now on neither it nor its files open. A further message that was to bring it is
 * called off; one that is being sent arrives with a link that is not valid. Repeating it changes nothing.
 * @throws AppError conflict when nothing was sent, or a release sent it; not-found
 */
export async function revokeLink(context: Context, ownerId: string, id: string): Promise<DeliveryView> {
  await context.em.transactional(async (tx) => {
    const { delivery, now } = await lockOwnDelivery(tx, ownerId, id);
    if (delivery.origin === 'release') throw ofRelease();
    if (delivery.isLinkRevoked) return;
    if (!(await isLinkOut(tx, delivery))) throw new AppError('conflict', say(deliveryRefusals['no-link-yet']));
    const at = new Date(now);
    const calledOff = delivery.status === 'pending';
    const settled = {
      status: 'sent',
      next_attempt_at: null,
      finished_at: at,
      engine_checked_at: null,
    } as const;
    await updateOwn(tx, delivery, {
      link_epoch: delivery.linkEpoch + 1,
      link_revoked_at: at,
      ...(calledOff ? settled : {}),
    });
    const detail = { revision: delivery.revision, epoch: delivery.linkEpoch };
    await appendTimeline(tx, at, [{ ownerId, kind: 'delivery-link-revoked', actor: 'owner', deliveryId: id, detail }]);
  });
  return findDelivery(context, ownerId, id);
}

/** A link is out once something was sent; and perhaps after a failure with an unknown outcome. */
async function isLinkOut(tx: EntityManager, { id, status, sentAt }: LockedDelivery): Promise<boolean> {
  if (sentAt !== null || status !== 'failed') return sentAt !== null;
  const attempt = await query(tx)
    .selectFrom('deliveries as d')
    .innerJoin('delivery_attempts as a', 'a.delivery_id', 'd.id')
    .select('a.id')
    .where('d.id', '=', id)
    .where(mayBeOut())
    .limit(1)
    .executeTakeFirst();
  return attempt !== undefined;
}

/** The links of a release belong to the protocol: "I'm back" revokes all that were not opened. */
function ofRelease(): AppError {
  return new AppError('conflict', say(deliveryRefusals['link-of-release']));
}

/**
 * Makes the link of what was sent valid, from now, for as long as its owner chose when scheduling; also an expired one.
 * Changes nothing when it is repeated on the same day, and for a link without an end.
 * @throws AppError conflict when it was not sent, its link was revoked, or a release sent it; not-found
 */
export async function extendLink(context: Context, ownerId: string, id: string): Promise<DeliveryView> {
  await context.em.transactional(async (tx) => {
    const { delivery, now } = await lockOwnDelivery(tx, ownerId, id);
    if (delivery.origin === 'release') throw ofRelease();
    if (delivery.status !== 'sent') throw new AppError('conflict', say(deliveryRefusals['no-link-to-extend']));
    if (delivery.isLinkRevoked) throw new AppError('conflict', say(deliveryRefusals['link-revoked']));
    const at = new Date(now);
    const until = linkExpiry(at, delivery.linkYears);
    const { link_expires_at, sent_at } = await query(tx)
      .selectFrom('deliveries')
      .select(['link_expires_at', 'sent_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const present = linkEnd({ years: delivery.linkYears, extendedTo: link_expires_at }, sent_at ?? at);
    if (!until || !present || until.getTime() - present.getTime() < DAY) return;
    await updateOwn(tx, delivery, { link_expires_at: until });
    await appendTimeline(tx, at, [
      {
        ownerId,
        kind: 'delivery-link-extended',
        actor: 'owner',
        deliveryId: id,
        detail: { until: until.toISOString() },
      },
    ]);
  });
  return findDelivery(context, ownerId, id);
}
