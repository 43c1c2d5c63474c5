/** An owner's delivery on its own pages: reads it, or acts on it. */
import { data } from 'react-router';
import { errorResponse, fallbackToErrorPage, STATUS } from '#app/http/errors.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf, type Provider, webDeps } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { deliveryAnswers } from '#messages/en/delivery-answers.ts';
import { say } from '#messages/say.ts';
import type { Context } from '#services/context.ts';
import type { DeliveryView } from '#services/deliveries/delivery-view.ts';
import { findDelivery } from '#services/deliveries/queries.ts';

/** @throws Response 404 for a delivery that is missing or another owner's */
export function ownDelivery(context: Provider, id: string): Promise<DeliveryView> {
  return fallbackToErrorPage(() => findDelivery(contextOf(context), accountOf(context).id, id));
}

/** @throws Response 404, or 409 once its time has come */
export async function changeableDelivery(context: Provider, id: string): Promise<DeliveryView> {
  const delivery = await ownDelivery(context, id);
  if (delivery.changeable) return delivery;
  throw errorResponse(new AppError('conflict', say(deliveryAnswers.unchangeable)));
}

/**
 * Acts on a delivery, and leads back to its page.
 * @param act returns the success message
 * @param failed the message when the services cannot be reached
 * @returns the redirect; after a failure the page again with a toast
 * @throws Response with the status and the message of a refusal, as a page
 */
export async function actOnDelivery(
  context: Provider,
  id: string,
  act: (context: Context, ownerId: string) => Promise<string>,
  failed: string,
) {
  try {
    const done = await act(contextOf(context), accountOf(context).id);
    return await redirectWithToast(`/schedule/${id}`, toast('success', done));
  } catch (error) {
    if (error instanceof Response) throw error;
    // The page has the button that mails the confirmation again.
    if (error instanceof AppError && error.code === 'address-unconfirmed')
      return redirectWithToast(`/schedule/${id}`, toast('error', error.message));
    if (error instanceof AppError && error.code !== 'unavailable') throw errorResponse(error);
    context.get(webDeps).log.error({ delivery: id, err: error }, 'a delivery could not be acted upon');
    return data({ toast: toast('error', failed) }, { status: STATUS.unavailable });
  }
}
