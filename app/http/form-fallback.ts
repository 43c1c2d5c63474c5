import { data, isRouteErrorResponse } from 'react-router';
import { formFallback } from '#messages/en/form-fallback.ts';
import { say } from '#messages/say.ts';
import type { FormReply } from './form.ts';
import { refusalMessage } from './refusal-message.ts';

/** Numbers: the table of all refusals would come along to every page. */
const UNAUTHENTICATED = 401;
const TOO_MANY_REQUESTS = 429;
const UNAVAILABLE = 503;

/**
 * For forms in the browser: when the connection is lost, the session has ended or there were too many requests, the page stays as it is.
 * @param sent the answer to the form
 * @returns the answer, or the form again with a sentence above it
 * @throws every other error
 */
export async function fallbackToForm<T>(sent: Promise<T>) {
  try {
    return await sent;
  } catch (error) {
    if (error instanceof TypeError) return formAgain(say(formFallback.lost), UNAVAILABLE);
    if (isRouteErrorResponse(error) && error.status === UNAUTHENTICATED)
      return formAgain(say(formFallback['signed-out']), UNAUTHENTICATED);
    if (isRouteErrorResponse(error) && error.status === TOO_MANY_REQUESTS)
      return formAgain(refusalMessage(error.data) ?? say(formFallback.lost), TOO_MANY_REQUESTS);
    throw error;
  }
}

function formAgain(sentence: string, status: number) {
  const reply: FormReply = { result: { status: 'error', error: { '': [sentence] } }, toast: null };
  return data(reply, { status });
}
