/** Checkout sessions: created by the API, paid on a page. */
import type { z } from 'zod';
import { Billing } from './billing.ts';
import { isExpired, type StripeContext, sessionJson } from './json.ts';
import { newId, now, type Session } from './ledger.ts';
import type { sessionSchema } from './parameters.ts';
import { requireReferenced, requireResource, StripeError } from './refusal.ts';

/** @throws StripeError 400 for a price or customer that does not exist */
export function createSession({ ledger }: StripeContext, parameters: z.output<typeof sessionSchema>): Session {
  const { price: priceId } = parameters.line_items[0];
  const price = requireReferenced(ledger.get('price', priceId), 'price', priceId, 'line_items[0][price]');
  if (!price.active) throw new StripeError(400, 'The price specified is inactive.', { param: 'line_items[0][price]' });
  if (parameters.customer)
    requireReferenced(ledger.get('customer', parameters.customer), 'customer', parameters.customer, 'customer');
  return ledger.save('session', {
    id: newId('cs_test'),
    created: now(),
    status: 'open',
    payment_status: 'unpaid',
    client_reference_id: parameters.client_reference_id ?? null,
    customer: parameters.customer ?? null,
    customer_email: parameters.customer_email ?? null,
    subscription: null,
    metadata: parameters.metadata,
    subscription_metadata: parameters.subscription_data.metadata,
    success_url: parameters.success_url,
    cancel_url: parameters.cancel_url ?? null,
    price: priceId,
  });
}

/** @throws StripeError 404 when there is none */
export function sessionOf({ ledger }: StripeContext, id: string): Session {
  const session = requireResource(ledger.get('session', id), 'checkout.session', id);
  return session.status === 'open' && isExpired(session, now()) ? { ...session, status: 'expired' } : session;
}

/** @returns the session if it can be paid; null otherwise */
export function payable(context: StripeContext, id: string): Session | null {
  const session = context.ledger.get('session', id) && sessionOf(context, id);
  return session?.status === 'open' ? session : null;
}

/** Completes a session. @param isPaid false when the money arrives days later */
export function payFor(context: StripeContext, session: Session, isPaid: boolean): Billing {
  const { ledger } = context;
  const billing = new Billing(context);
  const known = session.customer ? billing.customerOf({ customer: session.customer }) : null;
  const customer = ledger.save('customer', {
    id: newId('cus'),
    email: session.customer_email,
    balance: 0,
    ...known,
    // The card has just paid.
    hasGoodCard: true,
  });
  const subscription = billing.start(
    {
      customer: customer.id,
      metadata: session.subscription_metadata,
      price: session.price,
      cancel_at_period_end: false,
      canceled_at: null,
      isHeld: false,
    },
    isPaid,
  );
  const paid = ledger.save('session', {
    ...session,
    status: 'complete',
    payment_status: isPaid ? 'paid' : 'unpaid',
    customer: customer.id,
    subscription: subscription.id,
  });
  billing.addEvent('checkout.session.completed', sessionJson(context, paid, false));
  return billing;
}

/** Records that the money for a completed session has arrived. */
export function confirmPayment(context: StripeContext, session: Session, billing: Billing): void {
  const paid = context.ledger.save('session', { ...session, payment_status: 'paid' });
  billing.addEvent('checkout.session.async_payment_succeeded', sessionJson(context, paid, false));
}
