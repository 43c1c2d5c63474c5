import { data } from 'react-router';
import { type Provider, webParts } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { STATUS } from './errors.ts';
import { type Toast, toast } from './toast.ts';

/** What came of something about a plan that could not be done. */
export interface PlanRefusal {
  toast: Toast;
  problem: string;
}

/**
 * The page again, with what was refused.
 * @param words of the toast
 * @throws a redirect, and whatever else is an answer already
 */
export function refusedPlan(context: Provider, error: unknown, words: string) {
  if (error instanceof Response) throw error;
  const failed = toast('error', words);
  if (error instanceof AppError)
    return data<PlanRefusal>({ toast: failed, problem: error.message }, { status: STATUS[error.code] });
  context.get(webParts).log.error({ err: error }, 'a plan could not be changed');
  const problem = 'Something went wrong on our side. Please look at your plan again in a minute.';
  return data<PlanRefusal>({ toast: failed, problem }, { status: STATUS.unavailable });
}

/**
 * Asks what a page about a plan shows. What the provider refuses, and that it is away, is what the page then says.
 * @throws what is neither, and answers that are made already
 */
export async function askedOrProblem<T>(work: () => Promise<T>) {
  try {
    return data<{ asked: T | null; problem: string }>({ asked: await work(), problem: '' });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data<{ asked: T | null; problem: string }>(
      { asked: null, problem: error.message },
      { status: STATUS[error.code] },
    );
  }
}
