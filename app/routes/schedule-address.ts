import { redirect } from 'react-router';
import { nounOf } from '#app/deliveries/story-words.ts';
import { cameFrom } from '#app/http/came-from.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf, webParts } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { holdAddress } from '#services/deliveries/address-check.ts';
import type { Route } from './+types/schedule-address.ts';

const LIST = '/schedule';

/** Takes the answer that an address, or a number, still holds, and goes back to where it was asked. */
export async function action({ request, context, params }: Route.ActionArgs): Promise<Response> {
  try {
    const channel = await holdAddress(contextOf(context), accountOf(context).id, params.id);
    const thanks = `Thank you. The ${nounOf(channel)} stays.`;
    return await redirectWithToast(cameFrom(request, LIST), toast('success', thanks));
  } catch (error) {
    if (error instanceof Response) throw error;
    // It has left, or was deleted in another window: the list shows how things stand.
    if (!(error instanceof AppError))
      context
        .get(webParts)
        .log.error({ delivery: params.id, err: error }, 'an answer about an address could not be recorded');
    return redirectWithToast(LIST, toast('error', 'Nothing was changed'));
  }
}

/** Somebody who opens the address has answered nothing by it: that takes the button. */
export function loader(): Response {
  return redirect(LIST);
}
