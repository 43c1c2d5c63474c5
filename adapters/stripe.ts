/**
 * Paying by Stripe's hosted Checkout.
 * @see https://docs.stripe.com/payments/checkout
 */
import Stripe from 'stripe';
import { AppError } from '#domain/errors.ts';
import { isPlanType, OFFERS, PLANS, type PlanType } from '#domain/subscription/plan.ts';
import { CHECKOUT_ID, type CheckoutState, type NewCheckout, type Payments } from '#services/ports/payments.ts';

/**
 * Once more after a failure that says nothing about what happened. Creating twice is not possible: the SDK sends the
 * same idempotency key with both, and Stripe gives the answer to the first.
 */
const RETRIES = 1;
const RUNNING: readonly Stripe.Subscription.Status[] = ['active', 'trialing'];

export interface StripeOptions {
  secretKey: string;
  /** Without a path. */
  baseUrl: string;
  /** How long one call may take, in milliseconds; one that fails is tried twice. */
  timeout: number;
}

/** @returns payments by Stripe */
export function stripePayments({ secretKey, baseUrl, timeout }: StripeOptions): Payments {
  const { hostname, port, protocol } = new URL(baseUrl);
  const stripe = new Stripe(secretKey, {
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
    protocol: protocol === 'http:' ? 'http' : 'https',
    timeout,
    maxNetworkRetries: RETRIES,
    telemetry: false,
  });
  return {
    async createCheckout(checkout) {
      const { url } = await stripe.checkout.sessions.create(sessionOf(checkout)).catch(orUnavailable);
      if (!url) throw unavailable('a checkout without an address');
      return url;
    },
    async findCheckout(id) {
      const session = await stripe.checkout.sessions
        .retrieve(id, { expand: ['subscription'] } satisfies Stripe.Checkout.SessionRetrieveParams)
        .catch((error: unknown) => (isMissing(error) ? null : orUnavailable(error)));
      return session && { accountId: session.client_reference_id, state: stateOf(session) };
    },
    async cancelSubscription(id) {
      await stripe.subscriptions
        .cancel(id, { prorate: true, invoice_now: true } satisfies Stripe.SubscriptionCancelParams)
        .catch((error: unknown) => (isMissing(error) ? null : orUnavailable(error)));
    },
  };
}

function sessionOf(checkout: NewCheckout): Stripe.Checkout.SessionCreateParams {
  const { accountId, email, customerId, planType, successUrl, cancelUrl } = checkout;
  return {
    mode: 'subscription',
    ui_mode: 'hosted_page',
    client_reference_id: accountId,
    ...(customerId ? { customer: customerId } : { customer_email: email }),
    line_items: [{ quantity: 1, price_data: priceOf(planType) }],
    metadata: { plan_type: planType },
    success_url: successUrl.replace(CHECKOUT_ID, '{CHECKOUT_SESSION_ID}'),
    cancel_url: cancelUrl,
  };
}

/** Said with each checkout rather than kept at Stripe: there is one table of prices, and it is ours. */
function priceOf(planType: PlanType) {
  const { plan, interval } = OFFERS[planType];
  const { name, price } = PLANS[plan];
  return {
    currency: 'usd',
    unit_amount: price[interval],
    recurring: { interval },
    product_data: { name: `Stillhere ${name}` },
  };
}

function stateOf(session: Stripe.Checkout.Session): CheckoutState {
  const { status, payment_status: payment, metadata, customer, subscription } = session;
  if (status === 'expired') return { kind: 'expired' };
  if (status !== 'complete') return { kind: 'open' };
  const planType = metadata?.plan_type;
  // A payment of another kind on the same account at Stripe: there is no plan in it.
  if (!isPlanType(planType) || !customer || !subscription || typeof subscription === 'string') return { kind: 'ended' };
  if (payment === 'unpaid') return { kind: 'unpaid' };
  if (!RUNNING.includes(subscription.status)) return { kind: 'ended' };
  const customerId = typeof customer === 'string' ? customer : customer.id;
  return { kind: 'paid', planType, customerId, subscriptionId: subscription.id };
}

/** Stripe answers 404 for what is not there, and for a subscription that has ended. */
function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404;
}

/** A refusal is our own set-up, such as a key: nobody who pays can mend it, so it reads like an outage to them. */
function orUnavailable(error: unknown): never {
  const { type, code } = error as Partial<Stripe.errors.StripeError>;
  throw unavailable(`${type ?? 'unknown'} ${code ?? ''}`.trim());
}

function unavailable(cause: string): AppError {
  const message = 'The payment provider cannot be reached at the moment. Nothing was charged; please try again soon.';
  const error = new AppError('unavailable', message);
  // A word only: what the provider says in full may name people.
  error.cause = cause;
  return error;
}
