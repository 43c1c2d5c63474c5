/** How loaders and actions of static pages answer: with data, or with the trouble that their error boundary shows. */
import { createContext, data, type MiddlewareFunction } from 'react-router';
import { alarmBrokenSeal } from '#app/http/damage.ts';
import { retryAfter, STATUS } from '#app/http/errors.ts';
import { leavesToastContext, type Provider, retryAfterContext, webDeps } from '#app/middleware/context.ts';
import { PRIVATE_HEADERS } from '#app/middleware/headers.ts';
import { AppError } from '#domain/errors.ts';
import type { Trouble } from './trouble-page.tsx';

/** In seconds: for a fault of ours. */
const TRY_AGAIN_AFTER = 120;

/** Whether the page's action has answered. */
const answeredContext = createContext(false);

/** For static pages: no cache stores the answer, and a toast waits for the next page. */
export const privateAnswer: MiddlewareFunction<Response> = async ({ context }, next) => {
  context.set(leavesToastContext, true);
  const response = await next();
  for (const [name, value] of Object.entries(PRIVATE_HEADERS)) response.headers.set(name, value);
  return response;
};

/**
 * For a loader.
 * @returns null after an action of the same request: its answer is the page, and the link may be used up by then
 */
export async function showPage<T>(context: Provider, work: () => Promise<T>): Promise<T | null> {
  return context.get(answeredContext) ? null : fallbackToTrouble(context, work);
}

/** For an action. */
export function answerForm<T>(context: Provider, work: () => Promise<T>): Promise<T> {
  context.set(answeredContext, true);
  return fallbackToTrouble(context, work);
}

/**
 * Runs what a page needs.
 * @throws the trouble with its status, for the error boundary; a Response as it is
 */
async function fallbackToTrouble<T>(context: Provider, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const { trouble, status } = refusal(context, thrown);
    throw data(trouble, { status });
  }
}

/**
 * Logs what is our fault, raises an alarm for a broken seal, and sets Retry-After where waiting helps.
 * @param thrown what a page's work threw
 * @throws a Response as it is
 */
export function refusal(context: Provider, thrown: unknown): { trouble: Trouble; status: number } {
  const error = alarmBrokenSeal(context, thrown);
  if (error instanceof Response) throw error;
  if (!(error instanceof AppError)) context.get(webDeps).log.error({ err: error }, 'a static page could not be shown');
  const { code = null, message = null } = error instanceof AppError ? error : {};
  const status = STATUS[code ?? 'unavailable'];
  if (status === STATUS.unavailable) context.set(retryAfterContext, TRY_AGAIN_AFTER);
  if (error instanceof AppError && code === 'too-many-requests') context.set(retryAfterContext, retryAfter(error) ?? 0);
  return { trouble: { code, explanation: message }, status };
}
