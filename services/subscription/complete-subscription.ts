import type { EntityManager } from '@mikro-orm/postgresql';
import { AppError, notFound } from '#domain/errors.ts';
import { OFFERS } from '#domain/subscription/plan.ts';
import type { CheckoutState } from '#services/ports/payments.ts';
import type { BillingContext } from './begin-subscription.ts';

type Paid = Extract<CheckoutState, { kind: 'paid' }>;

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
    const [owner] = await tx.execute('select 1 from users where id = ? for update', [ownerId]);
    if (!owner) await cancelLater(tx, state.subscriptionId);
    else if (!(await isGranted(tx, ownerId, token))) await grant(tx, ownerId, token, state);
    return owner !== undefined;
  });
  if (!isKept) throw notFound('payment');
}

/** The account was deleted in this very moment: nobody shall go on paying for it. */
async function cancelLater(tx: EntityManager, subscriptionId: string): Promise<void> {
  await tx.execute('insert into doomed_subscriptions (stripe_subscription_id) values (?) on conflict do nothing', [
    subscriptionId,
  ]);
}

async function isGranted(em: EntityManager, ownerId: string, token: string): Promise<boolean> {
  const rows = await em.execute('select 1 from granted_checkouts where id = ? and owner_id = ?', [token, ownerId]);
  return rows.length > 0;
}

async function grant(tx: EntityManager, ownerId: string, token: string, paid: Paid): Promise<void> {
  const { plan, interval } = OFFERS[paid.planType];
  await tx.execute('insert into granted_checkouts (id, owner_id, granted_at) values (?, ?, now())', [token, ownerId]);
  // A trigger keeps the subscription that this one replaces, until it is cancelled (cancel-doomed.ts).
  await tx.execute(
    `insert into subscriptions (owner_id, plan, paid_each, stripe_customer_id, stripe_subscription_id) values (?, ?, ?, ?, ?)
     on conflict (owner_id) do update set plan = excluded.plan, paid_each = excluded.paid_each,
       stripe_customer_id = excluded.stripe_customer_id, stripe_subscription_id = excluded.stripe_subscription_id`,
    [ownerId, plan, interval, paid.customerId, paid.subscriptionId],
  );
}
