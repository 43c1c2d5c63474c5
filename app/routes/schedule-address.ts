import { redirect } from 'react-router';
import { addressKind } from '#app/deliveries/story-words.ts';
import { cameFrom } from '#app/http/own-path.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf, webDeps } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { deliveryAnswers } from '#messages/en/delivery-answers.ts';
import { say } from '#messages/say.ts';
import { confirmRecipientAddress } from '#services/deliveries/address-check.ts';
import type { Route } from './+types/schedule-address.ts';

const LIST = '/schedule';

/** Records that an address or a number is still right, and leads back to the page that asked. */
export async function action({ request, context, params }: Route.ActionArgs): Promise<Response> {
  try {
    const channel = await confirmRecipientAddress(contextOf(context), accountOf(context).id, params.id);
    const thanks = say(deliveryAnswers.addressStays[addressKind(channel)]);
    return await redirectWithToast(cameFrom(request, LIST), toast('success', thanks));
  } catch (error) {
    if (error instanceof Response) throw error;
    // It was sent meanwhile, or deleted in another window: the list shows that.
    if (!(error instanceof AppError))
      context
        .get(webDeps)
        .log.error({ delivery: params.id, err: error }, 'an answer about an address could not be recorded');
    return redirectWithToast(LIST, toast('error', say(deliveryAnswers.unchanged)));
  }
}

/** Opening the address answers nothing: that takes the button. */
export function loader(): Response {
  return redirect(LIST);
}
