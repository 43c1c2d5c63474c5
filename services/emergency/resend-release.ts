/** A release that did not arrive is sent again, also to another address: by operators, or to a contact's second one. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from '#db/query.ts';
import { linkExpiry } from '#domain/delivery/link-life.ts';
import { isId } from '#domain/ids.ts';
import type { Keyring } from '#services/crypto/keyring.ts';
import { type LockedDelivery, lockDeliveries, updateOwn } from '#services/deliveries/locked.ts';
import { readPairs } from '#services/limits/correspondents.ts';
import { lockAccount } from '#services/lock-account.ts';
import { appendTimeline } from '#services/timeline.ts';

/** Why it is not sent again. */
export type ResendRefusal =
  | 'unknown'
  | 'not-a-release'
  /** The owner answered since. */
  | 'owner-is-back'
  /** No outcome is known yet of what is being sent, or it has not been tried. */
  | 'under-way'
  /** Operators hold it. */
  | 'held'
  /** Its recipient said that it is not for them, or called it spam. */
  | 'recipient-said-no'
  /** One of the two addresses wants nothing more, from this owner or from Stillhere. */
  | 'stopped'
  /** This release goes there for another contact, or on the same day. */
  | 'address-taken';

/**
 * Sends a delivery of a release again, now, as a new revision. To another address it goes with a new link, and the earlier
 * link is no longer valid. The timeline records both, without the address.
 * @param to the other address, as it is stored; null for the same one
 * @returns why nothing was changed; null when it goes out again
 */
export function resendRelease(
  { em, keyring }: { em: EntityManager; keyring: Keyring },
  id: string,
  to: string | null,
): Promise<ResendRefusal | null> {
  return em.transactional(async (tx) => {
    const ownerId = isId(id) ? await ownerOf(tx, id) : null;
    if (ownerId === null || !(await lockAccount(tx, ownerId))) return 'unknown';
    const { now, deliveries } = await lockDeliveries(tx, [id]);
    const [delivery] = deliveries;
    if (!delivery || delivery.isDeleted) return 'unknown';
    const other = to === delivery.recipientEmail ? null : to;
    const refusal = await refuseResend(tx, keyring, delivery, other);
    if (refusal) return refusal;
    await sendAgain(tx, delivery, { at: new Date(now), to: other, actor: 'operator' });
    return null;
  });
}

/** @returns the owner of a delivery; null where there is none */
export async function ownerOf(tx: EntityManager, id: string): Promise<string | null> {
  const row = await query(tx).selectFrom('deliveries').select('owner_id').where('id', '=', id).executeTakeFirst();
  return row?.owner_id ?? null;
}

/**
 * @param other another address; null for the same one
 * @returns why a delivery of a release, whose row this transaction has locked, is not sent again; null when it may be
 */
export async function refuseResend(
  tx: EntityManager,
  keyring: Keyring,
  delivery: LockedDelivery,
  other: string | null,
): Promise<ResendRefusal | null> {
  return refuse(delivery) ?? (await refuseByOthers(tx, keyring, delivery, other));
}

function refuse({
  origin,
  status,
  failureCode,
  isHeld,
  isLinkRevoked,
  attempts,
}: LockedDelivery): ResendRefusal | null {
  if (origin !== 'release') return 'not-a-release';
  if (failureCode === 'refused' || failureCode === 'reported') return 'recipient-said-no';
  if (isLinkRevoked) return 'owner-is-back';
  if (isHeld) return 'held';
  const newest = attempts.at(-1)?.state;
  return status === 'pending' && newest !== 'rejected' ? 'under-way' : null;
}

async function refuseByOthers(
  tx: EntityManager,
  keyring: Keyring,
  { id, ownerId, recipientEmail }: LockedDelivery,
  other: string | null,
): Promise<ResendRefusal | null> {
  const present = await query(tx)
    .selectFrom('deliveries as d')
    .innerJoin('emergency_protocols as p', (join) =>
      join.onRef('p.owner_id', '=', 'd.owner_id').onRef('p.episode', '=', 'd.release_episode'),
    )
    .select(['d.release_episode', 'd.release_after_days', 'd.recipient_name'])
    .where('d.id', '=', id)
    .where('p.stage', '=', 'released')
    .executeTakeFirst();
  if (!present) return 'owner-is-back';
  const addresses = other === null ? [recipientEmail] : [recipientEmail, other];
  const pairs = await readPairs(
    tx,
    keyring,
    addresses.map((address) => ({ ownerId, address })),
  );
  if (pairs.some(({ isStopped }) => isStopped)) return 'stopped';
  if (other === null) return null;
  const taken = await query(tx)
    .selectFrom('deliveries')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('release_episode', '=', present.release_episode)
    .where('recipient_email', '=', other)
    .where(({ or, eb }) =>
      or([
        eb('recipient_name', 'is distinct from', present.recipient_name),
        eb('release_after_days', '=', present.release_after_days),
      ]),
    )
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return taken ? 'address-taken' : null;
}

interface SendingAgain {
  at: Date;
  /** The other address; null for the same one. */
  to: string | null;
  actor: 'operator' | 'stillhere';
}

/**
 * Sends it again, as a new revision; to another address with a new link. `sent_at` stays: what was frozen for the first
 * message is what this one shows.
 */
export async function sendAgain(
  tx: EntityManager,
  delivery: LockedDelivery,
  { at, to: other, actor }: SendingAgain,
): Promise<void> {
  const { id, ownerId, linkEpoch, linkYears } = delivery;
  const revision = delivery.revision + 1;
  await updateOwn(tx, delivery, {
    ...(other !== null && {
      recipient_email: other,
      link_epoch: linkEpoch + 1,
      opened_at: null,
      downloaded_at: null,
    }),
    status: 'pending',
    next_attempt_at: at,
    delivered_at: null,
    failure_code: null,
    is_unconfirmed: false,
    link_expires_at: linkExpiry(at, linkYears),
    finished_at: null,
    engine_checked_at: null,
    revision,
  });
  const detail = { revision, ...(other === null ? {} : { new_link: 1 }) };
  await appendTimeline(tx, at, [{ ownerId, kind: 'delivery-resent', actor, deliveryId: id, detail }]);
}
