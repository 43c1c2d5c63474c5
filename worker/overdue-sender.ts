import type { Logger } from '#config/log.ts';
import { CHANNEL_NAMES, type Channel } from '#domain/delivery/delivery.ts';
import { SECOND } from '#domain/time/durations.ts';
import { type DeliveryDeps, deliver } from '#services/deliveries/deliver.ts';
import { OVERDUE_BY } from '#services/jobs/what-is-due.ts';
import { type Loop, startLoop } from './loop.ts';
import type { Rush } from './rush.ts';

/** While one lane queries, the others wait this long; shorter than the poller's interval. */
const ONE_QUERY_EACH = SECOND / 4;
/** At most this many in one transaction. Measured in bench/. */
const BATCH = 50;
/** Batches under way at once, by channel: a provider that hangs must not delay the others. */
const BATCHES_IN_FLIGHT: Record<Channel, number> = { email: 4, whatsapp: 2, sms: 2 };

/**
 * Sends overdue deliveries from Postgres, with the function and the claim of the workflows: on time while the engine is
 * down, and cheaper than the engine in a rush.
 */
export function startOverdueSender(deliveryDeps: DeliveryDeps, rush: Pick<Rush, 'sent'>, log: Logger): Loop[] {
  return CHANNEL_NAMES.flatMap((channel) => startLanes(channel, deliveryDeps, rush, log));
}

function startLanes(channel: Channel, deliveryDeps: DeliveryDeps, rush: Pick<Rush, 'sent'>, log: Logger): Loop[] {
  // A batch that cannot be claimed in time is halved, so that a large release goes out without blocking other deliveries.
  let limit = BATCH;
  // Outside a rush one lane queries: four queries for one letter are a waste.
  let isRush = false;
  let nextQueryAt = 0;
  const round = async (): Promise<boolean> => {
    if (!isRush && Date.now() < nextQueryAt) return false;
    nextQueryAt = Date.now() + ONE_QUERY_EACH;
    const size = limit;
    const overdue = { kind: 'overdue', overdueBy: OVERDUE_BY, limit: size, channel } as const;
    const results = await deliver(deliveryDeps, overdue).catch((error: unknown) => {
      limit = Math.max(1, Math.floor(size / 2));
      throw error;
    });
    limit = Math.min(BATCH, size * 2);
    isRush = results.size === size;
    rush.sent(channel, results.size, size);
    if (isRush) for (const lane of lanes) lane.poke();
    return isRush;
  };
  // A call that hangs delays only its own batch.
  const lanes = Array.from({ length: BATCHES_IN_FLIGHT[channel] }, (_, index) =>
    startLoop(`overdue deliveries ${index + 1} by ${channel}`, log, { due: 'overdue' }, round),
  );
  return lanes;
}
