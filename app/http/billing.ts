import { contextOf, type Provider, webParts } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import type { BillingContext } from '#services/subscription/begin-subscription.ts';

/**
 * Runs what needs the payment provider. What the far side has said goes into the log, and to nobody else.
 * @throws AppError unavailable where nobody can pay; whatever the work throws
 */
export async function withBilling<T>(context: Provider, work: (billing: BillingContext) => Promise<T>): Promise<T> {
  const { composition, log } = context.get(webParts);
  const { payments } = composition;
  if (!payments) throw new AppError('unavailable', 'Plans cannot be paid for here at the moment. Nothing was charged.');
  try {
    return await work({ ...contextOf(context), payments });
  } catch (error) {
    if (error instanceof AppError && error.cause)
      log.warn({ code: error.code, cause: error.cause }, 'the payment provider did not do what it was asked');
    throw error;
  }
}
