import { data } from 'react-router';
import { accountOf, contextOf, type Provider, webParts } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#services/context.ts';
import { errorResponse, STATUS } from './errors.ts';
import { redirectWithToast, toast } from './toast.ts';

/**
 * Does something with a delivery that its own page offers, and goes back there.
 * @param act does it, and gives what is said afterwards
 * @param failed what is said when it could not be tried at all
 * @returns the page again, with that as a toast, or the way back
 * @throws Response with the status and the sentence of a refusal: on this page it is the whole answer
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
    if (error instanceof AppError && error.code !== 'unavailable') throw errorResponse(error);
    context.get(webParts).log.error({ delivery: id, err: error }, 'a delivery could not be acted upon');
    return data({ toast: toast('error', failed) }, { status: STATUS.unavailable });
  }
}
