/** Subscriptions at Stripe: reads, changes and ends them. */
import Stripe from 'stripe';
import { AppError } from '#domain/errors.ts';
import { isPlanType, type PlanType, planTypeOf } from '#domain/subscription/plan.ts';
import type { RemoteStatus, RemoteSubscription } from '#domain/subscription/reconcile.ts';
import { paymentRefusals } from '#messages/en/payment-refusals.ts';
import { say } from '#messages/say.ts';
import type { Payments, SwitchPreview } from '#services/ports/payments.ts';
import { idOf, isDeclined, isMissing, nullIfMissing, throwUnavailable, throwUnconfirmed, toMillis } from './client.ts';
import { isPaidAndKept } from './invoices.ts';
import type { Prices } from './prices.ts';

const PAGE = 100;

/** Stripe's states. */
const STATUSES: Record<string, RemoteStatus> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past-due',
  incomplete: 'incomplete',
  // Nothing is paid in these, and Stripe has stopped trying. After a payment the state is active again.
  unpaid: 'ended',
  paused: 'ended',
  incomplete_expired: 'ended',
  canceled: 'ended',
};

type Part = Pick<
  Payments,
  'findSubscription' | 'runningSubscriptions' | 'cancelSubscription' | 'setEnding' | 'setHeld'
>;

/** @returns the part of `Payments` that reads subscriptions and ends them */
export function subscriptions(stripe: Stripe): Part {
  const find = (id: string) => stripe.subscriptions.retrieve(id).catch(nullIfMissing);
  return {
    async findSubscription(id) {
      const found = await find(id);
      return found && remoteOf(found);
    },
    runningSubscriptions: () => running(stripe),
    async cancelSubscription(id) {
      const found = await find(id);
      if (!found || found.status === 'canceled') return;
      // Stripe would credit the rest of a period also where it was never paid, or was refunded.
      const isCreditable = await isPaidAndKept(stripe, found);
      // A renewal that is still a draft must not be charged after the end.
      if (!isCreditable) await setCollected(stripe, id, false);
      await stripe.subscriptions
        .cancel(id, isCreditable ? { prorate: true, invoice_now: true } : { prorate: false })
        .catch((error: unknown) => (isMissing(error) ? null : throwUnavailable(error)));
    },
    async setEnding(id, isEnding) {
      const found = await requireRunning(find(id));
      if (remoteOf(found).isEnding === isEnding) return remoteOf(found);
      return remoteOf(await stripe.subscriptions.update(id, endingOf(found, isEnding)).catch(throwUnavailable));
    },
    async setHeld(id, isHeld) {
      const found = await find(id);
      // An ended subscription charges nothing.
      if (!found || remoteOf(found).status === 'ended' || remoteOf(found).isHeld === isHeld) return;
      // Stripe's pause covers only later invoices: it would still try to collect open ones.
      await setCollected(stripe, id, !isHeld);
      // Void: what falls due during the pause is never charged, also not later.
      const pause_collection = isHeld ? ({ behavior: 'void' } as const) : '';
      await stripe.subscriptions.update(id, { pause_collection }).catch(throwUnavailable);
    },
  };
}

/** Starts or stops the collection of open invoices; and of drafts, which would be charged within the hour. */
async function setCollected(stripe: Stripe, subscription: string, auto_advance: boolean): Promise<void> {
  const { data } = await stripe.invoices.list({ subscription, limit: PAGE }).catch(throwUnavailable);
  const owed = data.filter(({ status }) => status === 'open' || status === 'draft');
  for (const { id } of owed.filter((one) => one.auto_advance !== auto_advance))
    await stripe.invoices.update(id, { auto_advance }).catch(throwUnavailable);
}

async function* running(stripe: Stripe): AsyncIterable<RemoteSubscription> {
  try {
    for await (const one of stripe.subscriptions.list({ limit: PAGE })) {
      const remote = remoteOf(one);
      if (remote.accountId !== null && remote.status !== 'ended') yield remote;
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throwUnavailable(error);
  }
}

/** @throws AppError conflict when it has ended */
async function requireRunning(lookup: Promise<Stripe.Subscription | null>): Promise<Stripe.Subscription> {
  const found = await lookup;
  if (!found || remoteOf(found).status === 'ended') throw new AppError('conflict', say(paymentRefusals.ended));
  return found;
}

/** Stripe's own page may have set the end to an instant instead. */
function endingOf(found: Stripe.Subscription, isEnding: boolean): Stripe.SubscriptionUpdateParams {
  if (isEnding || found.cancel_at_period_end) return { cancel_at_period_end: isEnding };
  return { cancel_at: '' };
}

/** @returns the subscription in our own terms */
export function remoteOf(one: Stripe.Subscription): RemoteSubscription {
  const item = ownItem(one);
  return {
    id: one.id,
    customerId: idOf(one.customer),
    accountId: one.metadata.account_id ?? null,
    planType: item ? planTypeOfPrice(item.price) : null,
    status: STATUSES[one.status] ?? 'incomplete',
    createdAt: toMillis(one.created),
    periodEndsAt: toMillis(item?.current_period_end ?? one.created),
    isEnding: one.cancel_at_period_end || Boolean(one.cancel_at),
    isHeld: Boolean(one.pause_collection),
  };
}

/** @returns the item that is a plan of ours; operators may have added others at Stripe */
function ownItem({ items }: Stripe.Subscription): Stripe.SubscriptionItem | undefined {
  return items.data.find(({ price }) => planTypeOfPrice(price) !== null) ?? items.data[0];
}

/** A replaced price has lost its lookup key, and is known by its metadata. */
function planTypeOfPrice({ lookup_key, metadata }: Stripe.Price): PlanType | null {
  const named = metadata.plan_type;
  return planTypeOf(lookup_key) ?? (isPlanType(named) ? named : null);
}

/** @returns the part of `Payments` that changes a running subscription to another plan or interval */
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
        .catch(throwUnavailable);
      return previewOf(invoice, toMillis(at));
    },
    async switchPlan(id, planType, at) {
      const found = await findPaid(stripe, id);
      // Repeated after a lost answer: it is already done.
      if (remoteOf(found).planType === planType) return remoteOf(found);
      const change: Stripe.SubscriptionUpdateParams = {
        items: [await itemOf(found, planType, prices)],
        metadata: { plan_type: planType },
        proration_behavior: 'always_invoice',
        proration_date: Math.floor(at / toMillis(1)),
        payment_behavior: 'error_if_incomplete',
      };
      const idempotencyKey = `switch:${id}:${planType}:${at}`;
      return remoteOf(await stripe.subscriptions.update(id, change, { idempotencyKey }).catch(throwRefused));
    },
  };
}

/** Stripe would credit the rest of an unpaid period. */
async function findPaid(stripe: Stripe, id: string): Promise<Stripe.Subscription> {
  const found = await requireRunning(stripe.subscriptions.retrieve(id).catch(nullIfMissing));
  if (remoteOf(found).status === 'active') return found;
  throw new AppError('conflict', say(paymentRefusals['payment-outstanding']));
}

/** The subscription's plan item, with the new price. */
async function itemOf(found: Stripe.Subscription, planType: PlanType, prices: Prices) {
  const item = ownItem(found);
  if (!item) throw new AppError('conflict', say(paymentRefusals['no-plan']));
  return { id: item.id, price: await prices.idOf(planType) };
}

/** The lines below zero credit the rest of the old plan. The customer's earlier credit is in the amount due only. */
function previewOf({ amount_due, lines }: Stripe.Invoice, at: number): SwitchPreview {
  const sum = (sign: 1 | -1) => lines.data.reduce((all, { amount }) => all + Math.max(0, sign * amount), 0);
  return { price: sum(1), credit: sum(-1), dueNow: amount_due, at };
}

function throwRefused(error: unknown): never {
  if (isDeclined(error)) {
    const message = say(paymentRefusals.declined);
    throw new AppError('conflict', message);
  }
  // The period of the preview is over.
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.param === 'proration_date')
    throw new AppError('conflict', say(paymentRefusals['price-changed']));
  throwUnconfirmed(error);
}
