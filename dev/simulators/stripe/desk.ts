/** What somebody makes happen at the simulated Stripe by hand: `POST /api/billing`, and the buttons of its page. */
import { z } from 'zod';
import { Refused } from '../http.ts';
import { Billing } from './billing.ts';
import { arrive } from './checkout.ts';
import type { Ledger, Subscription } from './ledger.ts';
import { StripeRefused } from './refused.ts';
import { type Shower, shownSubscription } from './shown.ts';

/** What can be made to happen, as its button says it. */
export const DEEDS = {
  renew: 'Renew now',
  payment_failed: 'Fail a payment',
  cancel: 'End now',
  refund: 'Refund the last payment',
} as const;
type Deed = keyof typeof DEEDS;

export const deskSchema = z
  .strictObject({
    subscription: z.string().min(1).optional(),
    /** Whose newest subscription is meant; capitals do not matter. */
    customer_email: z.string().trim().toLowerCase().optional(),
    event: z.enum(Object.keys(DEEDS) as [Deed, ...Deed[]]),
  })
  .refine(({ subscription, customer_email }) => subscription || customer_email, {
    error: 'Name a subscription, or a customer_email.',
  });

/** @returns the books with what has happened, and the subscription as it stands */
export function happen(shower: Shower, asked: z.output<typeof deskSchema>): { billing: Billing; shown: object } {
  const { ledger } = shower;
  const subscription = subscriptionOf(ledger, asked);
  const billing = new Billing(shower);
  try {
    act(shower, billing, subscription, asked.event);
  } catch (error) {
    if (error instanceof StripeRefused) throw new Refused(409, error.message);
    throw error;
  }
  return { billing, shown: shownSubscription(ledger, ledger.get('subscription', subscription.id) ?? subscription) };
}

function act(shower: Shower, billing: Billing, subscription: Subscription, deed: Deed): void {
  if (deed === 'renew') renew(shower, billing, subscription);
  if (deed === 'payment_failed') billing.renew(subscription, false);
  if (deed === 'cancel') billing.end(subscription);
  if (deed === 'refund') refundLast(shower.ledger, billing, subscription);
}

/** Of a checkout whose money was on its way, this is its arrival. */
function renew(shower: Shower, billing: Billing, subscription: Subscription): void {
  billing.renew(subscription, true);
  const isItsOwn = (id: string | null) => id === subscription.id;
  const [waiting] = shower.ledger.all(
    'session',
    (one) => isItsOwn(one.subscription) && one.payment_status === 'unpaid',
  );
  if (waiting) arrive(shower, waiting, billing);
}

function refundLast(ledger: Ledger, billing: Billing, { id }: Subscription): void {
  const isPaid = (charge: { invoice: string; amount: number; amount_refunded: number }) =>
    charge.amount_refunded < charge.amount && ledger.get('invoice', charge.invoice)?.subscription === id;
  const [last] = ledger.all('charge', isPaid);
  if (!last) throw new StripeRefused(400, 'Nothing was paid that could be refunded.');
  billing.refund(last);
}

function subscriptionOf(ledger: Ledger, asked: z.output<typeof deskSchema>): Subscription {
  const byId = asked.subscription ? ledger.get('subscription', asked.subscription) : undefined;
  if (byId) return byId;
  const isTheirs = ({ customer }: Subscription) =>
    ledger.get('customer', customer)?.email?.toLowerCase() === asked.customer_email;
  const [newest] = asked.subscription ? [] : ledger.all('subscription', isTheirs);
  if (newest) return newest;
  throw new Refused(404, 'There is no such subscription.');
}
