import type { Logger } from '#config/log.ts';
import { type DeliverResult, type DeliveryDeps, deliver } from '#services/deliveries/deliver.ts';
import { cancelByOperator } from '#services/deliveries/engine-sync.ts';
import { withoutDetails } from './without-details.ts';

/** What delivery workflows call. */
export interface DeliveryActivities {
  deliver(input: { deliveryId: string; revision: number }): Promise<DeliverResult>;
  cancelDelivery(deliveryId: string): Promise<void>;
}

/** @param postman what sending needs, composed once for the process */
export function deliveryActivities(postman: DeliveryDeps, log: Logger): DeliveryActivities {
  return {
    deliver: ({ deliveryId, revision }) =>
      withoutDetails(log, { delivery: deliveryId }, async () => {
        const results = await deliver(postman, { kind: 'one', id: deliveryId, revision });
        return results.get(deliveryId) ?? { kind: 'closed' };
      }),
    cancelDelivery: (deliveryId) =>
      withoutDetails(log, { delivery: deliveryId }, () => cancelByOperator(postman.fork(), deliveryId)),
  };
}
