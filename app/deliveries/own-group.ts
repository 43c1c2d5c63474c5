/** The group of an owner's delivery on its pages. */
import { errorResponse, fallbackToErrorPage } from '#app/http/errors.ts';
import { accountOf, contextOf, type Provider } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { deliveryRefusals } from '#messages/en/delivery-refusals.ts';
import { say } from '#messages/say.ts';
import type { DeliveryView } from '#services/deliveries/delivery-view.ts';
import { findDelivery, restOfGroup } from '#services/deliveries/queries.ts';

/** A group of which at least one delivery waits. */
interface OwnGroup {
  id: string;
  /** What its owner can change: this delivery first, if it is one of them. */
  waiting: [DeliveryView, ...DeliveryView[]];
  /** How many have gone out or ended. */
  left: number;
}

/**
 * @param id of one of its deliveries
 * @throws Response 404 for a delivery that is missing, another owner's or alone; 409 where none waits
 */
export function ownGroup(context: Provider, id: string): Promise<OwnGroup> {
  return fallbackToErrorPage(async () => {
    const [services, owner] = [contextOf(context), accountOf(context).id];
    const delivery = await findDelivery(services, owner, id);
    const all = [delivery, ...(await restOfGroup(services, owner, delivery))];
    const [first, ...others] = all.filter(({ changeable }) => changeable);
    if (!delivery.group_id || !first)
      throw errorResponse(new AppError('conflict', say(deliveryRefusals['group-ended'])));
    return { id: delivery.group_id, waiting: [first, ...others], left: all.length - others.length - 1 };
  });
}
