import { accountOf, contextOf, type Provider } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import type { DeliveryView } from '#services/deliveries/delivery-view.ts';
import { findDelivery } from '#services/deliveries/queries.ts';
import { errorResponse, orErrorPage } from './errors.ts';

/** @throws Response 404 for what is not there or somebody else's */
export function ownDelivery(context: Provider, id: string): Promise<DeliveryView> {
  return orErrorPage(() => findDelivery(contextOf(context), accountOf(context).id, id));
}

/** @throws Response 404, or 409 once its hour has come */
export async function changeableDelivery(context: Provider, id: string): Promise<DeliveryView> {
  const delivery = await ownDelivery(context, id);
  if (delivery.changeable) return delivery;
  throw errorResponse(
    new AppError('conflict', 'This delivery is on its way or finished: it cannot be changed any more.'),
  );
}
