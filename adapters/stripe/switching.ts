/** Changing a running subscription to another plan or interval: what it costs, and doing it. */
import Stripe from 'stripe';
import { AppError } from '#domain/errors.ts';
import type { PlanType } from '#domain/subscription/plan.ts';
import type { Payments, SwitchPreview } from '#services/ports/payments.ts';
import { isDeclined, nullIfMissing, orUnavailable, orUnknown, toMillis } from './client.ts';
import type { Prices } from './prices.ts';
import { ownItem, remoteOf, runningOr409 } from './subscriptions.ts';

/** @returns the part of payments that changes plans */
export function switching(stripe: Stripe, prices: Prices): Pick<Payments, 'previewSwitch' | 'switchPlan'> {
  return {
    async previewSwitch(id, planType) {
      const found = await findPaid(stripe, id);
      const at = Math.floor(Date.now() / toMillis(1));
      const invoice = await stripe.invoices
        .createPreview({
          subscription: id,
          subscription_details: {
            items: [await itemOf(found, planType, prices)],
            proration_behavior: 'always_invoice',
            proration_date: at,
          },
        })
        .catch(orUnavailable);
      return previewOf(invoice, toMillis(at));
    },
    async switchPlan(id, planType, at) {
      const found = await findPaid(stripe, id);
      // Asked again after an answer that was lost: it is done.
      if (remoteOf(found).planType === planType) return remoteOf(found);
      const change: Stripe.SubscriptionUpdateParams = {
        items: [await itemOf(found, planType, prices)],
        metadata: { plan_type: planType },
        proration_behavior: 'always_invoice',
        proration_date: Math.floor(at / toMillis(1)),
        payment_behavior: 'error_if_incomplete',
      };
      const idempotencyKey = `switch:${id}:${planType}:${at}`;
      return remoteOf(await stripe.subscriptions.update(id, change, { idempotencyKey }).catch(orRefused));
    },
  };
}

/** Of a period that nobody has paid Stripe would credit the rest. */
async function findPaid(stripe: Stripe, id: string): Promise<Stripe.Subscription> {
  const found = await runningOr409(stripe.subscriptions.retrieve(id).catch(nullIfMissing));
  if (remoteOf(found).status === 'active') return found;
  throw new AppError(
    'conflict',
    'The last payment has not gone through. Please settle it first, then change the plan.',
  );
}

/** The plan among the items of the subscription, with another price. */
async function itemOf(found: Stripe.Subscription, planType: PlanType, prices: Prices) {
  const item = ownItem(found);
  if (!item) throw new AppError('conflict', 'This subscription has no plan that could be changed.');
  return { id: item.id, price: await prices.idOf(planType) };
}

/** What is left of the old plan is on the lines that give something back. */
function previewOf({ amount_due, lines }: Stripe.Invoice, at: number): SwitchPreview {
  const credit = lines.data.reduce((sum, { amount }) => sum + Math.max(0, -amount), 0);
  return { dueNow: amount_due, credit, at };
}

function orRefused(error: unknown): never {
  if (isDeclined(error)) {
    const message = 'The payment was refused, so nothing has changed. Please check your card, or use another one.';
    throw new AppError('conflict', message);
  }
  // The instant of the preview lies in a period that is over by now.
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.param === 'proration_date')
    throw new AppError('conflict', 'What this costs has changed meanwhile, so nothing was done. Please look again.');
  orUnknown(error);
}
