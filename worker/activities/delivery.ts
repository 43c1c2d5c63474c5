import type { Logger } from '#config/log.ts';
import { type DeliverResult, type DeliveryDeps, deliver } from '#services/deliveries/deliver.ts';
import { cancelByOperator } from '#services/deliveries/hold.ts';
import { withoutDetails } from './without-details.ts';

/** What delivery workflows call. */
export interface DeliveryActivities {
  deliver(input: { deliveryId: string; revision: number }): Promise<DeliverResult>;
  cancelDelivery(deliveryId: string): Promise<void>;
}

/** @param deliveryDeps composed once for the process */
export function deliveryActivities(deliveryDeps: DeliveryDeps, log: Logger): DeliveryActivities {
  return {
    deliver: ({ deliveryId, revision }) =>
      withoutDetails(log, { delivery: deliveryId }, async () => {
        const results = await deliver(deliveryDeps, { kind: 'one', id: deliveryId, revision });
        return results.get(deliveryId) ?? { kind: 'closed' };
      }),
    cancelDelivery: (deliveryId) =>
      withoutDetails(log, { delivery: deliveryId }, async () => {
        const isClockHeld = (await deliveryDeps.isClockHeld?.(deliveryDeps.fork())) ?? false;
        const { outcome, origin } = await cancelByOperator(deliveryDeps.fork(), deliveryId, isClockHeld);
        if (outcome !== 'held') return;
        const about = { delivery: deliveryId };
        if (origin === 'release') log.error(about, 'ALARM: the run of a release was cancelled, and it is held');
        else log.warn(about, 'the run of a delivery was cancelled, and it is held');
      }),
  };
}
