import type { EntityManager } from '@mikro-orm/postgresql';
import { User } from '#db/entities/accounts.ts';
import { Delivery, DeliveryContent } from '#db/entities/delivery.ts';
import type { Schedule, ScheduleInstant } from '#domain/delivery/delivery.schema.ts';
import type { Channel } from '#domain/delivery/delivery.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#services/context.ts';
import { newId } from '#services/ids.ts';
import { requireFeature } from '#services/subscription/entitlements.ts';
import { appendTimeline } from '#services/timeline.ts';
import { chosenChannel } from './chosen-channel.ts';
import { chosenTime } from './chosen-time.ts';
import type { DeliveryView } from './delivery-view.ts';
import { findDelivery } from './queries.ts';

/** As every delivery of somebody begins: the engine has not heard of it, and nobody has tried. */
const UNTOLD = {
  status: 'pending',
  origin: 'owner',
  revision: 1,
  syncedRevision: 0,
  isUnconfirmed: false,
  linkEpoch: 1,
} as const;

/**
 * Schedules a delivery: one transaction, and from its commit on it will go out. The engine is told by the dispatcher.
 * @param input with a local time, as people choose it, or with an instant, as programs do
 * @throws AppError validation-failed for a time that cannot be kept, a number or a channel that cannot be used, or a
 *   content that is not the owner's; plan-required where the plan does not allow it: what is scheduled already outlives
 *   the plan, and is changed, tried again and resent without one
 */
export async function scheduleDelivery(
  context: Context,
  ownerId: string,
  input: Schedule | ScheduleInstant,
): Promise<DeliveryView> {
  const { em, now } = context;
  const chosen = chosenTime(input, now);
  const way = chosenChannel(context, input, { channel: 'email', recipientPhone: null });
  const id = newId();
  await em.transactional(async (tx) => {
    await requirePlanFor(tx, ownerId, way.channel);
    const contentId = await holdContent(tx, ownerId, input.content_id);
    await tx.insert(Delivery, {
      id,
      owner: ownerId,
      ...way,
      recipientEmail: input.recipient_email,
      recipientName: input.recipient_name,
      scheduledTime: chosen.instant,
      localTime: chosen.local,
      timeZone: chosen.timeZone ?? (await ownersZone(tx, ownerId)),
      ...UNTOLD,
      nextAttemptAt: chosen.instant,
      createdAt: now,
    });
    await tx.insert(DeliveryContent, {
      id: newId(),
      delivery: id,
      content: contentId,
      sealedAs: contentId,
      position: 0,
    });
    await appendTimeline(tx, now, [
      { ownerId, kind: 'delivery-scheduled', actor: 'owner', deliveryId: id, detail: { revision: 1 } },
    ]);
  });
  return findDelivery(context, ownerId, id);
}

/** What WhatsApp does not bring goes by email: who has neither is told about scheduling, not about a way. */
async function requirePlanFor(tx: EntityManager, ownerId: string, channel: Channel): Promise<void> {
  await requireFeature(tx, ownerId, 'emailDelivery');
  if (channel === 'whatsapp') await requireFeature(tx, ownerId, 'whatsappDelivery');
}

/** Held until the commit: whoever deletes the content waits for us, and then sees this delivery. */
async function holdContent(tx: EntityManager, ownerId: string, contentId: string): Promise<string> {
  const [content] = await tx.execute<{ id: string }[]>(
    'select id from contents where id = ? and owner_id = ? for key share',
    [contentId, ownerId],
  );
  if (content) return content.id;
  const message = 'This content does not exist any more. Please choose another.';
  throw new AppError('validation-failed', message, [{ field: 'content_id', message }]);
}

/** An instant is shown to its owner in their own zone. */
async function ownersZone(tx: EntityManager, ownerId: string): Promise<string> {
  const { timeZone } = await tx.findOneOrFail(User, { id: ownerId }, { fields: ['timeZone'] });
  return timeZone;
}
