/** How pages and the API use the payment provider, and what a page answers when it refuses. */
import { data } from 'react-router';
import { STATUS } from '#app/http/errors.ts';
import { type Toast, toast } from '#app/http/toast.ts';
import { contextOf, type Provider, webDeps } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { planReplies } from '#messages/en/plan-pages.ts';
import { say } from '#messages/say.ts';
import type { BillingContext } from '#services/subscription/reconcile.ts';

/** The answer of a page about a plan whose action was refused. */
export interface PlanRefusal {
  toast: Toast;
  problem: string;
}

/**
 * Runs work that needs the payment provider. The provider's error goes to the log only.
 * @throws AppError unavailable where no provider is set up; what the work throws
 */
export async function withBilling<T>(context: Provider, work: (billing: BillingContext) => Promise<T>): Promise<T> {
  const { composition, log } = context.get(webDeps);
  const { payments } = composition;
  if (!payments) throw new AppError('unavailable', say(planReplies.unavailable));
  try {
    return await work({ ...contextOf(context), payments });
  } catch (error) {
    if (error instanceof AppError && error.cause)
      log.warn({ code: error.code, cause: error.cause }, 'the payment provider refused a call or did not answer');
    throw error;
  }
}

/**
 * Shows the page again with the reason of the refusal.
 * @param message of the toast
 * @throws a Response, such as a redirect
 */
export function refusedPlan(context: Provider, error: unknown, message: string) {
  if (error instanceof Response) throw error;
  const failed = toast('error', message);
  if (error instanceof AppError)
    return data<PlanRefusal>({ toast: failed, problem: error.message }, { status: STATUS[error.code] });
  context.get(webDeps).log.error({ err: error }, 'a plan could not be changed');
  return data<PlanRefusal>({ toast: failed, problem: say(planReplies.fault) }, { status: STATUS.unavailable });
}

/**
 * Loads what a page about a plan shows, or the reason why it cannot.
 * @throws what is not an AppError
 */
export async function loadOrProblem<T>(work: () => Promise<T>) {
  try {
    return data<{ found: T | null; problem: string }>({ found: await work(), problem: '' });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data<{ found: T | null; problem: string }>(
      { found: null, problem: error.message },
      { status: STATUS[error.code] },
    );
  }
}
