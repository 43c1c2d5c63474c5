import type { EntityManager } from '@mikro-orm/postgresql';
import { AppError, notFound } from '#domain/errors.ts';
import type { CheckoutState } from '#services/ports/payments.ts';
import type { BillingContext } from './begin-subscription.ts';
import { applyIn } from './follow-subscription.ts';

const NOT_PAID: Record<Exclude<CheckoutState['kind'], 'paid'>, string> = {
  open: 'This has not been paid for yet. Nothing was charged.',
  expired: 'This payment was not finished in time, so nothing was charged. Please choose your plan again.',
  unpaid: 'The payment is still on its way. Come back to this page when it has arrived.',
  ended: 'This subscription has ended. Please choose your plan again.',
};

/**
 * Turns a payment into a plan, once; asked again it changes nothing. A plan that was paid for before ends with it, and is
 * cancelled at the provider in the background.
 * @param token the id of the checkout, as the provider sends people back with it
 * @throws AppError not-found for what is nobody's or somebody else's; conflict while it is not paid; unavailable when the
 *   provider cannot be reached
 */
export async function completeSubscription(context: BillingContext, ownerId: string, token: string): Promise<void> {
  if (await isGranted(context.em, ownerId, token)) return;
  const checkout = await context.payments.findCheckout(token);
  if (!checkout || checkout.accountId !== ownerId) throw notFound('payment');
  const { state } = checkout;
  if (state.kind !== 'paid') throw new AppError('conflict', NOT_PAID[state.kind]);
  const isKept = await context.em.transactional(async (tx) => {
    // One at a time: a page that is loaded twice, and two payments that come back together.
    await tx.execute('select 1 from users where id = ? for update', [ownerId]);
    if (await isGranted(tx, ownerId, token)) return true;
    if (!(await applyIn(tx, ownerId, state.subscription))) return false;
    await tx.execute('insert into granted_checkouts (id, owner_id, granted_at) values (?, ?, now())', [token, ownerId]);
    return true;
  });
  if (!isKept) throw notFound('payment');
}

async function isGranted(em: EntityManager, ownerId: string, token: string): Promise<boolean> {
  const rows = await em.execute('select 1 from granted_checkouts where id = ? and owner_id = ?', [token, ownerId]);
  return rows.length > 0;
}
