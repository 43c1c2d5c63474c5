/**
 * Payments by Stripe: its hosted checkout and portal, subscriptions, invoices and webhooks.
 * @see https://docs.stripe.com/billing/subscriptions/overview
 */
import type { Payments } from '#services/ports/payments.ts';
import { checkouts } from './stripe/checkouts.ts';
import { type StripeOptions, stripeClient } from './stripe/client.ts';
import { readEvent } from './stripe/events.ts';
import { invoices } from './stripe/invoices.ts';
import { Prices } from './stripe/prices.ts';
import { subscriptions, switching } from './stripe/subscriptions.ts';

/** @returns payments by Stripe */
export function stripePayments(options: StripeOptions): Payments {
  const stripe = stripeClient(options);
  const prices = new Prices(stripe);
  return {
    ...checkouts(stripe, prices),
    ...subscriptions(stripe),
    ...switching(stripe, prices),
    ...invoices(stripe),
    readEvent: (body, signature) => readEvent(stripe, options.webhookSecret, body, signature),
    checkPrices: () => prices.check(),
  };
}
