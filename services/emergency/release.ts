/** A release: what it sends, what became of that, and how its owner takes it back. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { CLOCK_NOW, fromMilliseconds, NOW } from '#db/instants.ts';
import { prepared } from '#db/prepared.ts';
import { query, type Tables } from '#db/query.ts';
import { anyOf, recordset } from '#db/sql.ts';
import type { PlannedDelivery } from '#domain/emergency/release-plan.ts';
import { AppError } from '#domain/errors.ts';
import { emergencyRefusals } from '#messages/en/emergency-refusals.ts';
import { say } from '#messages/say.ts';
import type { Context } from '#services/context.ts';
import { DeliveryChanges } from '#services/deliveries/delivery-changes.ts';
import { lockDeliveries } from '#services/deliveries/locked.ts';
import { revokeLinks } from '#services/deliveries/revoke-links.ts';
import { newId } from '#services/ids.ts';
import { recordSecurityEvent } from '#services/security-events.ts';
import { appendTimeline } from '#services/timeline.ts';
import { endEpisode, planAgain } from './change-protocol.ts';
import { type PlanContact, readReleasePlan } from './plan.ts';
import { dayOf, lockProtocol, type Protocol } from './protocol-row.ts';

/**
 * Makes what a release sends: one ordinary delivery for each trusted contact and day of the plan, letters first. Without a
 * plan each contact gets every emergency content at once. Contacts and contents are those of the transaction that releases.
 * Once for each contact, day and episode.
 */
export async function makeReleaseDeliveries(
  tx: EntityManager,
  { ownerId, episode, owner, now }: Protocol,
  day: number,
) {
  const date = { releaseAt: now, timeZone: owner.timeZone, day };
  const { contacts, deliveries } = await readReleasePlan(tx, ownerId, date, { isLocked: true });
  if (deliveries.length === 0) return;
  const people = new Map(contacts.map((contact) => [contact.id, contact]));
  const planned = deliveries.map(({ contactId, afterDays, at, contentIds }) => ({
    id: newId(),
    contact: people.get(contactId),
    afterDays,
    // What goes out at once is due by the database's clock.
    at: afterDays === 0 ? null : at,
    contentIds,
  }));
  const made = new Set(await insertDeliveries(tx, ownerId, episode, planned));
  // One statement for each delivery: none grows with the contacts and the contents both.
  for (const { id, contentIds } of planned) if (made.has(id)) await insertContents(tx, id, contentIds);
}

type Planned = Omit<PlannedDelivery, 'contactId'> & { id: string; contact: PlanContact | undefined };

/** @returns the ids of those that were not made before */
async function insertDeliveries(
  tx: EntityManager,
  ownerId: string,
  episode: number,
  planned: readonly Planned[],
): Promise<string[]> {
  const made = await query(tx)
    .insertInto('deliveries')
    .values(({ selectFrom }) =>
      planned.map(({ id, contact, afterDays, at }) => ({
        id,
        owner_id: ownerId,
        channel: 'email' as const,
        recipient_email: contact?.email ?? '',
        recipient_name: contact?.name ?? '',
        ...(contact && { language: contact.language }),
        scheduled_time: at === null ? NOW : fromMilliseconds(at),
        time_zone: selectFrom('users').select('time_zone').where('id', '=', ownerId).$asScalar().$notNull(),
        status: 'pending' as const,
        origin: 'release' as const,
        release_episode: episode,
        release_after_days: afterDays,
        revision: 1,
        synced_revision: 0,
        next_attempt_at: at === null ? NOW : fromMilliseconds(at),
        is_unconfirmed: false,
        link_epoch: 1,
        created_at: NOW,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return made.map(({ id }) => id);
}

async function insertContents(tx: EntityManager, deliveryId: string, contentIds: readonly string[]) {
  const parts = contentIds.map((content_id, position) => ({ id: newId(), content_id, position }));
  // As one parameter: a statement takes at most 65,535 of them.
  const rows = recordset('r', parts, { id: 'uuid', content_id: 'uuid', position: 'integer' });
  await query(tx)
    .insertInto('delivery_contents')
    .columns(['id', 'delivery_id', 'content_id', 'sealed_as', 'position'])
    .expression(({ selectFrom, val, cast }) =>
      selectFrom(rows).select([
        'r.id',
        cast<string>(val(deliveryId), 'uuid').as('delivery_id'),
        'r.content_id',
        'r.content_id as sealed_as',
        'r.position',
      ]),
    )
    .execute();
}

/** One message of a release to one contact, and what became of it. Instants are ISO 8601. */
export interface Released {
  name: string;
  email: string;
  /** Withdrawn: the owner came back before it was opened, and its link is no longer valid. */
  state: 'waiting' | 'sent' | 'opened' | 'failed' | 'withdrawn';
  /** When it goes out by the plan, or was due. */
  due_at: string;
  sent_at: string | null;
  opened_at: string | null;
}

/** The newest release of a protocol. */
export interface Release {
  /** Whether the owner has said "I'm back" since. */
  isOver: boolean;
  contacts: Released[];
}

/**
 * @param episode the present one
 * @returns what the newest release sent, by day and contact; null if nothing was ever sent
 */
export async function latestRelease(em: EntityManager, ownerId: string, episode: number): Promise<Release | null> {
  const rows = await newestRelease(em, { ownerId });
  const [first] = rows;
  if (!first) return null;
  const isOver = (first.release_episode ?? 0) < episode;
  return {
    isOver,
    contacts: rows.map((row) => ({
      name: row.recipient_name || row.recipient_email,
      email: row.recipient_email,
      state: stateOf(row, isOver),
      due_at: row.scheduled_time.toISOString(),
      sent_at: row.sent_at?.toISOString() ?? null,
      opened_at: row.opened_at?.toISOString() ?? null,
    })),
  };
}

const newestRelease = prepared((db, { ownerId }: { ownerId: string }) =>
  db
    .selectFrom('deliveries')
    .select([
      'release_episode',
      'recipient_name',
      'recipient_email',
      'scheduled_time',
      'status',
      'sent_at',
      'opened_at',
    ])
    .where('owner_id', '=', ownerId)
    .where('release_episode', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('release_episode', '=', ({ selectFrom, fn }) =>
      selectFrom('deliveries').select(fn.max('release_episode').as('newest')).where('owner_id', '=', ownerId),
    )
    .orderBy('created_at')
    .orderBy('release_after_days')
    .orderBy('id'),
);

function stateOf(row: Pick<Tables['deliveries'], 'status' | 'opened_at'>, isOver: boolean): Released['state'] {
  if (row.opened_at !== null) return 'opened';
  if (isOver) return 'withdrawn';
  return row.status === 'pending' ? 'waiting' : row.status;
}

/**
 * "I'm back", after a release: what has not been sent is not sent, the links of what was not opened end, contacts are
 * notified of the answer, and the protocol begins again. What was opened remains open.
 * @throws AppError conflict if nothing was released
 */
export async function returnToLife(context: Context, ownerId: string): Promise<void> {
  await context.em.transactional(async (tx) => {
    const protocol = await lockProtocol(tx, ownerId, dayOf(context));
    if (protocol?.state.stage !== 'released')
      throw new AppError('conflict', say(emergencyRefusals['nothing-released']));
    const { episode, now } = protocol;
    const withdrawn = await withdrawDeliveries(tx, ownerId, episode);
    await appendTimeline(tx, new Date(now), [
      ...withdrawn.map(({ id }) => ({
        ownerId,
        kind: 'delivery-link-withdrawn' as const,
        actor: 'owner' as const,
        deliveryId: id,
      })),
      { ownerId, kind: 'protocol-returned', actor: 'owner', deliveryId: null, detail: { episode } },
    ]);
    await endEpisode(tx, protocol);
    await query(tx)
      .updateTable('emergency_protocols')
      .set(({ eb }) => ({
        stage: 'armed',
        episode: eb('episode', '+', 1),
        missed_at: null,
        released_at: null,
        paused_until: null,
        last_check_in: CLOCK_NOW,
      }))
      .where('owner_id', '=', ownerId)
      .execute();
    await planAgain(tx, ownerId, dayOf(context));
  });
  recordSecurityEvent(context, 'protocol-changed', { account: ownerId });
}

/** Stops what waits and ends the links of what was not opened. @returns the deliveries whose links it ended */
async function withdrawDeliveries(tx: EntityManager, ownerId: string, episode: number): Promise<{ id: string }[]> {
  const released = await query(tx)
    .selectFrom('deliveries')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('release_episode', '=', episode)
    .where('deleted_at', 'is', null)
    .execute();
  const { now, deliveries } = await lockDeliveries(
    tx,
    released.map(({ id }) => id),
  );
  const changes = new DeliveryChanges();
  for (const delivery of deliveries) if (delivery.status === 'pending') changes.failed(delivery, 'revoked', 'owner');
  await changes.write(tx, now);
  // Also of a mail that is with the provider right now: its link is not valid when it arrives.
  return revokeLinks(tx)
    .where('id', '=', anyOf(deliveries.map(({ id }) => id)))
    .where('opened_at', 'is', null)
    .returning('id')
    .execute();
}
