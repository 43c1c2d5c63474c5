import { data, isRouteErrorResponse } from 'react-router';
import { STATUS } from './errors.ts';
import type { FormReply } from './form.ts';

export const LOST = 'The connection was lost. Nothing you wrote was lost: please try again.';
/** For forms that stay on their page: they can be sent again after signing in in another tab. */
export const SIGNED_OUT =
  'You are signed out. Sign in in another tab, then try again here: nothing you entered is lost.';

/**
 * For forms in the browser: when the connection is lost or the session has ended, the page stays as it is.
 * @param sent the answer to the form
 * @returns the answer, or the form again with a sentence above it
 * @throws every other error
 */
export async function fallbackToForm<T>(sent: Promise<T>) {
  try {
    return await sent;
  } catch (error) {
    if (error instanceof TypeError) return formAgain(LOST, STATUS.unavailable);
    if (isRouteErrorResponse(error) && error.status === STATUS.unauthenticated)
      return formAgain(SIGNED_OUT, STATUS.unauthenticated);
    throw error;
  }
}

function formAgain(sentence: string, status: number) {
  const reply: FormReply = { result: { status: 'error', error: { '': [sentence] } }, toast: null };
  return data(reply, { status });
}
