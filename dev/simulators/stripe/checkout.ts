/** Checkouts: made by a call, paid on a page. */
import type { z } from 'zod';
import { Billing } from './billing.ts';
import type { sessionSchema } from './form.ts';
import { newId, now, type Session } from './ledger.ts';
import { found, named, StripeRefused } from './refused.ts';
import { isLate, type Shower, shownSession } from './shown.ts';

export function createSession({ ledger }: Shower, asked: z.output<typeof sessionSchema>): Session {
  const { price: priceId } = asked.line_items[0];
  const price = named(ledger.get('price', priceId), 'price', priceId, 'line_items[0][price]');
  if (!price.active)
    throw new StripeRefused(400, 'The price specified is inactive.', { param: 'line_items[0][price]' });
  if (asked.customer) named(ledger.get('customer', asked.customer), 'customer', asked.customer, 'customer');
  return ledger.keep('session', {
    id: newId('cs_test'),
    created: now(),
    status: 'open',
    payment_status: 'unpaid',
    client_reference_id: asked.client_reference_id ?? null,
    customer: asked.customer ?? null,
    customer_email: asked.customer_email ?? null,
    subscription: null,
    metadata: asked.metadata,
    subscription_metadata: asked.subscription_data.metadata,
    success_url: asked.success_url,
    cancel_url: asked.cancel_url ?? null,
    price: priceId,
  });
}

/** @throws StripeRefused when there is none */
export function sessionOf({ ledger }: Shower, id: string): Session {
  const session = found(ledger.get('session', id), 'checkout.session', id);
  return session.status === 'open' && isLate(session, now()) ? { ...session, status: 'expired' } : session;
}

/** @returns the checkout while it can be paid for */
export function payable(shower: Shower, id: string): Session | null {
  const session = shower.ledger.get('session', id) && sessionOf(shower, id);
  return session?.status === 'open' ? session : null;
}

/** Pays for it, or says that the money is on its way. A card that has just paid is good. */
export function payFor(shower: Shower, session: Session, isPaid: boolean): Billing {
  const { ledger } = shower;
  const billing = new Billing(shower);
  const known = session.customer ? billing.customerOf({ customer: session.customer }) : null;
  const customer = ledger.keep('customer', {
    id: newId('cus'),
    email: session.customer_email,
    balance: 0,
    ...known,
    hasGoodCard: true,
  });
  const subscription = billing.begin(
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
  const paid = ledger.keep('session', {
    ...session,
    status: 'complete',
    payment_status: isPaid ? 'paid' : 'unpaid',
    customer: customer.id,
    subscription: subscription.id,
  });
  billing.tell('checkout.session.completed', shownSession(shower, paid, false));
  return billing;
}

/** The money that was on its way has arrived. */
export function arrive(shower: Shower, session: Session, billing: Billing): void {
  const paid = shower.ledger.keep('session', { ...session, payment_status: 'paid' });
  billing.tell('checkout.session.async_payment_succeeded', shownSession(shower, paid, false));
}
