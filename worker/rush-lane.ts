import type { Logger } from '#config/log.ts';
import { CHANNEL_NAMES, type Channel } from '#domain/delivery/delivery.ts';
import { SECOND } from '#domain/time/durations.ts';
import { type DeliveryDeps, deliver } from '#services/deliveries/deliver.ts';
import { OVERDUE_BY } from '#services/operations/what-is-due.ts';
import { type Loop, startLoop } from './loop.ts';

/** So long one lane looks and the others leave it to it; shorter than from one waking to the next. */
const ALONE = SECOND / 4;
/** One transaction claims this many. Measured in bench/. */
const BATCH = 50;
/** So many batches are under way at once, each way by itself: a provider that hangs holds up nothing of the other. */
const BATCHES_IN_FLIGHT: Record<Channel, number> = { email: 4, whatsapp: 2, sms: 2 };

/**
 * Sends what is overdue straight from Postgres, by the same verb and the same claim as the workflows: on time while the
 * engine is down, and without its cost in a rush.
 */
export function startRushLane(postman: DeliveryDeps, log: Logger): Loop[] {
  return CHANNEL_NAMES.flatMap((channel) => startLanes(channel, postman, log));
}

function startLanes(channel: Channel, postman: DeliveryDeps, log: Logger): Loop[] {
  // What cannot be claimed in time is tried in smaller handfuls, so that a release of very much to very many leaves, and
  // holds up nobody else for longer than that.
  let limit = BATCH;
  // Outside a rush one of the lanes looks, whichever is free: four that are woken for one letter are work for nothing.
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
  // Each on its own: a call that hangs holds up its own batch, and nobody else's.
  const lanes = Array.from({ length: BATCHES_IN_FLIGHT[channel] }, (_, index) =>
    startLoop(`rush lane ${index + 1} by ${channel}`, log, { due: 'overdue' }, round),
  );
  return lanes;
}
