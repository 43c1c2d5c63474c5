import { data } from 'react-router';
import { STATUS } from './errors.ts';
import type { FormReply } from './form.ts';

const SENTENCE = 'The connection was lost. Nothing you wrote was lost: please try again.';

/**
 * For forms in the browser: when the line is gone the page stays, with every word in it; nothing on it is asked for again.
 * @param sent what becomes of the form
 * @returns that, or the form again with a word above it
 * @throws whatever else went wrong
 */
export async function orStay<T>(sent: Promise<T>) {
  try {
    return await sent;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const reply: FormReply = { result: { status: 'error', error: { '': [SENTENCE] } }, toast: null };
    return data(reply, { status: STATUS.unavailable });
  }
}
