/** Subscriptions at Stripe: how they stand, and changing them. */
import type Stripe from 'stripe';
import { AppError } from '#domain/errors.ts';
import { isPlanType, type PlanType, planTypeOf } from '#domain/subscription/plan.ts';
import type { RemoteStatus, RemoteSubscription } from '#domain/subscription/standing.ts';
import type { Payments } from '#services/ports/payments.ts';
import { idOf, isMissing, nullIfMissing, orUnavailable, toMillis } from './client.ts';
import { isPaidAndKept } from './invoices.ts';

const PAGE = 100;

/** As Stripe writes how a subscription stands. */
const STATUSES: Record<string, RemoteStatus> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past-due',
  incomplete: 'incomplete',
  // Nothing is paid in these, and Stripe does not try any more. One that is paid for again is active again.
  unpaid: 'ended',
  paused: 'ended',
  incomplete_expired: 'ended',
  canceled: 'ended',
};

type Part = Pick<
  Payments,
  'findSubscription' | 'runningSubscriptions' | 'cancelSubscription' | 'setEnding' | 'setHeld'
>;

/** @returns the part of payments that asks about subscriptions and ends them; switching is in switching.ts */
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
      // Stripe credits the rest of a period whether it was paid or not, and whether it was given back or not.
      const isOwn = await isPaidAndKept(stripe, found);
      // A renewal that is a draft still is charged by nobody once the plan has ended.
      if (!isOwn) await setCollected(stripe, id, false);
      await stripe.subscriptions
        .cancel(id, isOwn ? { prorate: true, invoice_now: true } : { prorate: false })
        .catch((error: unknown) => (isMissing(error) ? null : orUnavailable(error)));
    },
    async setEnding(id, isEnding) {
      const found = await runningOr409(find(id));
      if (remoteOf(found).isEnding === isEnding) return remoteOf(found);
      return remoteOf(await stripe.subscriptions.update(id, endingOf(found, isEnding)).catch(orUnavailable));
    },
    async setHeld(id, isHeld) {
      const found = await find(id);
      // One that has ended charges nobody.
      if (!found || remoteOf(found).status === 'ended' || remoteOf(found).isHeld === isHeld) return;
      // What is owed already would be tried further: Stripe's pause is about what falls due from then on.
      await setCollected(stripe, id, !isHeld);
      // Void: what falls due meanwhile is never asked for, also not afterwards.
      const pause_collection = isHeld ? ({ behavior: 'void' } as const) : '';
      await stripe.subscriptions.update(id, { pause_collection }).catch(orUnavailable);
    },
  };
}

/**
 * Lets Stripe try to collect what is owed for a subscription, or leave it as it is; also what is a draft for its first
 * hour: it was made before the pause, and would be charged in it.
 */
async function setCollected(stripe: Stripe, subscription: string, auto_advance: boolean): Promise<void> {
  const { data } = await stripe.invoices.list({ subscription, limit: PAGE }).catch(orUnavailable);
  const owed = data.filter(({ status }) => status === 'open' || status === 'draft');
  for (const { id } of owed.filter((one) => one.auto_advance !== auto_advance))
    await stripe.invoices.update(id, { auto_advance }).catch(orUnavailable);
}

async function* running(stripe: Stripe): AsyncIterable<RemoteSubscription> {
  try {
    for await (const one of stripe.subscriptions.list({ limit: PAGE })) {
      const remote = remoteOf(one);
      if (remote.accountId !== null && remote.status !== 'ended') yield remote;
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    orUnavailable(error);
  }
}

/** @throws AppError conflict for one that is over */
export async function runningOr409(asked: Promise<Stripe.Subscription | null>): Promise<Stripe.Subscription> {
  const found = await asked;
  if (!found || remoteOf(found).status === 'ended')
    throw new AppError('conflict', 'This subscription has ended. Please choose your plan again.');
  return found;
}

/** An end may also have been set to an instant, by the provider's own page. */
function endingOf(found: Stripe.Subscription, isEnding: boolean): Stripe.SubscriptionUpdateParams {
  if (isEnding || found.cancel_at_period_end) return { cancel_at_period_end: isEnding };
  return { cancel_at: '' };
}

/** @returns the subscription in our words */
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

/** @returns what of a subscription is a plan of ours; operators may have put something else beside it */
export function ownItem({ items }: Stripe.Subscription): Stripe.SubscriptionItem | undefined {
  return items.data.find(({ price }) => planTypeOfPrice(price) !== null) ?? items.data[0];
}

/** A price that another has replaced has lost its lookup key, and is still paid by those who had it. */
function planTypeOfPrice({ lookup_key, metadata }: Stripe.Price): PlanType | null {
  const named = metadata.plan_type;
  return planTypeOf(lookup_key) ?? (isPlanType(named) ? named : null);
}
