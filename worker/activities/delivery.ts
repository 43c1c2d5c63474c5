import type { Logger } from '#config/log.ts';
import { type DeliverResult, type DeliveryDeps, deliver } from '#services/deliveries/deliver.ts';
import { cancelByOperator } from '#services/deliveries/engine-sync.ts';
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
      withoutDetails(log, { delivery: deliveryId }, () => cancelByOperator(deliveryDeps.fork(), deliveryId)),
  };
}
