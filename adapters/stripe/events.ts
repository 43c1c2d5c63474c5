/** Stripe's webhooks: checks the signature and reads what an event is about. */
import Stripe from 'stripe';
import { AppError } from '#domain/errors.ts';
import type { BillingEvent } from '#services/ports/payments.ts';
import { idOf } from './client.ts';

/** The greatest age of a signature, in seconds, against replayed events. */
const TOLERANCE = 300;

/**
 * @param body the raw bytes
 * @throws AppError forbidden when the signature is missing, wrong or too old; malformed
 */
export function readEvent(stripe: Stripe, secret: string, body: Buffer, signature: string | null): BillingEvent {
  const event = verified(stripe, secret, body, signature ?? '');
  if (!isEvent(event)) throw new AppError('malformed', 'This is not an event.');
  return { id: event.id, type: event.type, about: aboutOf(event) };
}

/** A signed body is JSON, but may have any shape. */
function isEvent(json: unknown): json is Stripe.Event {
  const { id, type, data } = (json ?? {}) as { id?: unknown; type?: unknown; data?: { object?: unknown } };
  return typeof id === 'string' && typeof type === 'string' && typeof data?.object === 'object' && data.object !== null;
}

function verified(stripe: Stripe, secret: string, body: Buffer, signature: string): unknown {
  try {
    return stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError)
      throw new AppError('forbidden', 'The signature is missing, wrong or too old.');
    throw new AppError('malformed', 'This is not an event.');
  }
}

function aboutOf(event: Stripe.Event): BillingEvent['about'] {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return { kind: 'checkout', id: event.data.object.id };
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
      return { kind: 'subscription', id: event.data.object.id };
    case 'invoice.paid':
    case 'invoice.payment_failed':
      return aboutInvoice(event.data.object);
    default:
      return null;
  }
}

function aboutInvoice({ id, parent }: Stripe.Invoice): BillingEvent['about'] {
  const subscription = parent?.subscription_details?.subscription;
  return subscription ? { kind: 'invoice', id, subscriptionId: idOf(subscription) } : null;
}
