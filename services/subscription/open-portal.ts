import { AppError } from '#domain/errors.ts';
import type { BillingContext } from './begin-subscription.ts';
import { customerOf } from './list-invoices.ts';

/**
 * Opens the provider's page where somebody sees to their cards, and finds every invoice.
 * @param returnUrl the page of ours that it leads back to
 * @returns its address, which works for a short while
 * @throws AppError conflict for whoever has never paid; unavailable when the provider cannot be reached
 */
export async function openPortal(context: BillingContext, ownerId: string, returnUrl: string): Promise<string> {
  const customerId = await customerOf(context, ownerId);
  if (customerId === null)
    throw new AppError('conflict', 'You have not paid for anything yet, so there are no cards and no invoices.');
  return context.payments.openPortal(customerId, returnUrl);
}
