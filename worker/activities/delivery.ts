import type { Logger } from '#config/log.ts';
import { cancelByOperator } from '#services/deliveries/cancel-by-operator.ts';
import { type DeliverResult, deliver, type Postman } from '#services/deliveries/deliver.ts';

/** What delivery workflows can have done in the world. */
export interface DeliveryActivities {
  deliver(input: { deliveryId: string; revision: number }): Promise<DeliverResult>;
  cancelDelivery(deliveryId: string): Promise<void>;
}

/** @param postman what sending needs, composed once for the process */
export function deliveryActivities(postman: Postman, log: Logger): DeliveryActivities {
  return {
    deliver: ({ deliveryId, revision }) =>
      withoutDetails(log, async () => {
        const results = await deliver(postman, { kind: 'one', id: deliveryId, revision });
        return results.get(deliveryId) ?? { kind: 'closed' };
      }),
    cancelDelivery: (deliveryId) => withoutDetails(log, () => cancelByOperator(postman.fork(), deliveryId)),
  };
}

/** A history is readable by operators, and a database's error repeats the row it is about: only its kind gets there. */
async function withoutDetails<T>(log: Logger, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    log.error({ err: thrown }, 'an activity failed and will be repeated');
    const error = thrown as Error & { code?: unknown };
    const kind = `${error.constructor.name} ${typeof error.code === 'string' ? error.code : ''}`.trim();
    const failure = new Error(`${kind}; see the worker's log`);
    failure.stack = '';
    throw failure;
  }
}
