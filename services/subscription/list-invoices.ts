import type { Invoice } from '#services/ports/payments.ts';
import type { BillingContext } from './begin-subscription.ts';

/**
 * @returns what somebody has paid and owes, newest first, as the provider says it; also when their plan is over
 * @throws AppError unavailable when the provider cannot be reached
 */
export async function listInvoices({ em, payments }: BillingContext, ownerId: string): Promise<Invoice[]> {
  const customerId = await customerOf({ em }, ownerId);
  return customerId === null ? [] : payments.invoicesOf(customerId);
}

/** @returns who somebody is at the provider; null for whoever has never paid */
export async function customerOf({ em }: Pick<BillingContext, 'em'>, ownerId: string): Promise<string | null> {
  const [row] = await em.execute<{ id: string }[]>(
    'select stripe_customer_id as id from customers where owner_id = ?',
    [ownerId],
  );
  return row?.id ?? null;
}
