/** Actions at the simulated Stripe that a test or a person asks for: `POST /api/billing`, and buttons on a page. */
import { z } from 'zod';
import { HttpError } from '../router.ts';
import { Billing } from './billing.ts';
import { confirmPayment } from './checkout.ts';
import { type StripeContext, subscriptionJson } from './json.ts';
import type { Ledger, Subscription } from './ledger.ts';
import { StripeError } from './refusal.ts';

/** The actions, with the labels of their buttons. */
export const ACTIONS = {
  renew: 'Renew now',
  payment_failed: 'Fail a payment',
  cancel: 'End now',
  refund: 'Refund the last payment',
} as const;
type Action = keyof typeof ACTIONS;

export const controlSchema = z
  .strictObject({
    subscription: z.string().min(1).optional(),
    /** Selects the newest subscription of this customer. Capitals do not matter. */
    customer_email: z.string().trim().toLowerCase().optional(),
    event: z.enum(Object.keys(ACTIONS) as [Action, ...Action[]]),
  })
  .refine(({ subscription, customer_email }) => subscription || customer_email, {
    error: 'Name a subscription, or a customer_email.',
  });

/**
 * @returns the billing with its events, and the subscription afterwards as Stripe's JSON
 * @throws HttpError 404 without such a subscription, 409 when Stripe would refuse
 */
export function runAction(
  context: StripeContext,
  request: z.output<typeof controlSchema>,
): { billing: Billing; subscription: object } {
  const { ledger } = context;
  const subscription = subscriptionFor(ledger, request);
  const billing = new Billing(context);
  try {
    apply(context, billing, subscription, request.event);
  } catch (error) {
    if (error instanceof StripeError) throw new HttpError(409, error.message);
    throw error;
  }
  const after = ledger.get('subscription', subscription.id) ?? subscription;
  return { billing, subscription: subscriptionJson(ledger, after) };
}

function apply(context: StripeContext, billing: Billing, subscription: Subscription, action: Action): void {
  if (action === 'renew') renew(context, billing, subscription);
  if (action === 'payment_failed') billing.renew(subscription, false);
  if (action === 'cancel') billing.end(subscription);
  if (action === 'refund') refundLast(context.ledger, billing, subscription);
}

/** Renews it; for a checkout that is paid by transfer, the money arrives. */
function renew(context: StripeContext, billing: Billing, subscription: Subscription): void {
  billing.renew(subscription, true);
  const [waiting] = context.ledger.all(
    'session',
    (one) => one.subscription === subscription.id && one.payment_status === 'unpaid',
  );
  if (waiting) confirmPayment(context, waiting, billing);
}

function refundLast(ledger: Ledger, billing: Billing, { id }: Subscription): void {
  const isRefundable = (charge: { invoice: string; amount: number; amount_refunded: number }) =>
    charge.amount_refunded < charge.amount && ledger.get('invoice', charge.invoice)?.subscription === id;
  const [last] = ledger.all('charge', isRefundable);
  if (!last) throw new StripeError(400, 'There is no payment to refund.');
  billing.refund(last);
}

function subscriptionFor(ledger: Ledger, request: z.output<typeof controlSchema>): Subscription {
  const byId = request.subscription ? ledger.get('subscription', request.subscription) : undefined;
  if (byId) return byId;
  const isCustomers = ({ customer }: Subscription) =>
    ledger.get('customer', customer)?.email?.toLowerCase() === request.customer_email;
  const [newest] = request.subscription ? [] : ledger.all('subscription', isCustomers);
  if (newest) return newest;
  throw new HttpError(404, 'There is no such subscription.');
}
