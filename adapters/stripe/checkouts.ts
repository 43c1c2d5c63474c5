/** Stripe's checkout pages, where plans are paid. */
import type Stripe from 'stripe';
import { isPlanType } from '#domain/subscription/plan.ts';
import type { RemoteSubscription } from '#domain/subscription/reconcile.ts';
import { CHECKOUT_ID, type CheckoutState, type NewCheckout, type Payments } from '#services/ports/payments.ts';
import { namesMissing, nullIfMissing, throwUnavailable, unavailable } from './client.ts';
import type { Prices } from './prices.ts';
import { remoteOf } from './subscriptions.ts';

/** @returns the part of `Payments` that creates and reads checkouts */
export function checkouts(stripe: Stripe, prices: Prices): Pick<Payments, 'createCheckout' | 'findCheckout'> {
  return {
    async createCheckout(checkout) {
      const price = await prices.idOf(checkout.planType);
      const create = (wanted: NewCheckout) => stripe.checkout.sessions.create(sessionOf(wanted, price));
      const { url } = await create(checkout)
        // The customer was deleted at Stripe, or belongs to another account of ours there: a new one can still pay.
        .catch((error: unknown) => {
          if (namesMissing(error, 'customer')) return create({ ...checkout, customerId: null });
          throw error;
        })
        .catch((error: unknown) => {
          prices.forget();
          return throwUnavailable(error);
        });
      if (!url) throw unavailable('a checkout without an address');
      return url;
    },
    async findCheckout(id) {
      const session = await stripe.checkout.sessions.retrieve(id, { expand: ['subscription'] }).catch(nullIfMissing);
      return session && { accountId: session.client_reference_id, state: stateOf(session) };
    },
  };
}

function sessionOf(checkout: NewCheckout, price: string): Stripe.Checkout.SessionCreateParams {
  const { accountId, email, customerId, planType, successUrl, cancelUrl } = checkout;
  return {
    mode: 'subscription',
    ui_mode: 'hosted_page',
    client_reference_id: accountId,
    ...(customerId ? { customer: customerId } : { customer_email: email }),
    line_items: [{ quantity: 1, price }],
    // Every amount that we read must be in cents of a US dollar.
    adaptive_pricing: { enabled: false },
    metadata: { plan_type: planType },
    subscription_data: { metadata: { account_id: accountId, plan_type: planType } },
    success_url: successUrl.replace(CHECKOUT_ID, '{CHECKOUT_SESSION_ID}'),
    cancel_url: cancelUrl,
  };
}

function stateOf(session: Stripe.Checkout.Session): CheckoutState {
  const { status, payment_status, subscription } = session;
  if (status === 'expired') return { kind: 'expired' };
  if (status !== 'complete') return { kind: 'open' };
  // A payment of another kind in the same account at Stripe.
  if (!subscription || typeof subscription === 'string') return { kind: 'ended' };
  if (payment_status === 'unpaid') return { kind: 'unpaid' };
  const remote = withSession(session, remoteOf(subscription));
  const isRunning = remote.planType !== null && (remote.status === 'active' || remote.status === 'past-due');
  return isRunning ? { kind: 'paid', subscription: remote } : { kind: 'ended' };
}

/** Older checkouts name the account and the offer only on the session; such a page may still be open. */
function withSession({ client_reference_id, metadata }: Stripe.Checkout.Session, remote: RemoteSubscription) {
  const sold = metadata?.plan_type;
  return {
    ...remote,
    accountId: remote.accountId ?? client_reference_id,
    planType: remote.planType ?? (isPlanType(sold) ? sold : null),
  };
}
