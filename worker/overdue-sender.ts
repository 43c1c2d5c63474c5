import type { Logger } from '#config/log.ts';
import { CHANNEL_NAMES, type Channel } from '#domain/delivery/delivery.ts';
import { SECOND } from '#domain/time/durations.ts';
import { type DeliveryDeps, deliver } from '#services/deliveries/deliver.ts';
import { OVERDUE_BY } from '#services/jobs/what-is-due.ts';
import { type Loop, startLoop } from './loop.ts';

/** How long the other lanes leave the query to the lane that asked; shorter than the poller's interval. */
const ALONE = SECOND / 4;
/** One transaction claims at most this many. Measured in bench/. */
const BATCH = 50;
/** Batches under way at once, by channel: a provider that hangs does not hold up the others. */
const BATCHES_IN_FLIGHT: Record<Channel, number> = { email: 4, whatsapp: 2, sms: 2 };

/**
 * Sends what is overdue straight from Postgres, by the same verb and the same claim as the workflows: on time while the
 * engine is down, and without its cost in a rush.
 */
export function startOverdueSender(postman: DeliveryDeps, log: Logger): Loop[] {
  return CHANNEL_NAMES.flatMap((channel) => startLanes(channel, postman, log));
}

function startLanes(channel: Channel, postman: DeliveryDeps, log: Logger): Loop[] {
  // A batch that cannot be claimed in time is tried again in halves: a large release leaves, and holds up other deliveries
  // no longer than that.
  let limit = BATCH;
  // Outside a rush one free lane asks: four queries for one letter are a waste.
  let isRush = false;
  let lookAgainAt = 0;
  const round = async (): Promise<boolean> => {
    if (!isRush && Date.now() < lookAgainAt) return false;
    lookAgainAt = Date.now() + ALONE;
    const asked = limit;
    const overdue = { kind: 'overdue', overdueBy: OVERDUE_BY, limit: asked, channel } as const;
    const results = await deliver(postman, overdue).catch((error: unknown) => {
      limit = Math.max(1, Math.floor(asked / 2));
      throw error;
    });
    limit = Math.min(BATCH, asked * 2);
    isRush = results.size === asked;
    if (isRush) for (const lane of lanes) lane.poke();
    return isRush;
  };
  // A call that hangs holds up only its own batch.
  const lanes = Array.from({ length: BATCHES_IN_FLIGHT[channel] }, (_, index) =>
    startLoop(`overdue deliveries ${index + 1} by ${channel}`, log, { due: 'overdue' }, round),
  );
  return lanes;
}
