import { data } from 'react-router';
import { accountOf, contextOf, type Provider, webParts } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#services/context.ts';
import { errorResponse, STATUS } from './errors.ts';
import { redirectWithToast, toast } from './toast.ts';

/** What is said afterwards. */
interface Words {
  done: string;
  failed: string;
}

/**
 * Does something with a delivery that its own page offers, and goes back there.
 * @returns the question again, with a toast, when it could not be tried at all
 * @throws Response with the status and the sentence of a refusal: on this page it is the whole answer
 */
export async function actOnDelivery(
  context: Provider,
  id: string,
  words: Words,
  act: (context: Context, ownerId: string) => Promise<unknown>,
) {
  try {
    await act(contextOf(context), accountOf(context).id);
  } catch (error) {
    if (error instanceof Response) throw error;
    if (error instanceof AppError && error.code !== 'unavailable') throw errorResponse(error);
    context.get(webParts).log.error({ err: error }, 'a delivery could not be acted upon');
    return data({ toast: toast('error', words.failed) }, { status: STATUS.unavailable });
  }
  return redirectWithToast(`/schedule/${id}`, toast('success', words.done));
}
