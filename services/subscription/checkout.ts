/** From choosing a plan to having it: the provider's checkout page, and the return from it. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { AppError } from '#domain/errors.ts';
import { OFFERS, PLANS, type PlanType } from '#domain/subscription/plan.ts';
import { paymentRefusals } from '#messages/en/payment-refusals.ts';
import { planRefusals } from '#messages/en/plan-refusals.ts';
import { say } from '#messages/say.ts';
import { lockAccount } from '#services/lock-account.ts';
import { notFound } from '#services/not-found.ts';
import { CHECKOUT_ID, type CheckoutState } from '#services/ports/payments.ts';
import { applyRemoteIn } from './apply-remote.ts';
import type { BillingContext } from './reconcile.ts';
import { subscriptionState } from './subscription-state.ts';

interface NewSubscription {
  accountId: string;
  email: string;
  planType: PlanType;
  /** The origin of our pages. */
  appOrigin: string;
  /** Our page to continue on afterwards, a path. */
  to?: string | null;
}

const NOT_PAID = {
  open: planRefusals['checkout-open'],
  expired: planRefusals['checkout-expired'],
  unpaid: planRefusals['checkout-unpaid'],
  ended: paymentRefusals.ended,
} satisfies Record<Exclude<CheckoutState['kind'], 'paid'>, unknown>;

/**
 * Opens a checkout at the provider. Nothing changes here and nothing is owed until it is paid.
 * @returns the address of the provider's page
 * @throws AppError conflict for the plan that the account has; unavailable when the provider cannot be reached
 */
export async function beginSubscription(context: BillingContext, wanted: NewSubscription): Promise<string> {
  const { accountId, email, planType, appOrigin, to } = wanted;
  const next = to ? `to=${encodeURIComponent(to)}` : null;
  const current = await subscriptionState(context, accountId);
  const { plan, interval } = OFFERS[planType];
  // A plan that was given has no interval, and both offers of it are refused.
  if (current.plan === plan && (current.interval ?? interval) === interval)
    throw new AppError('conflict', say(planRefusals['same-plan'], { plan: PLANS[plan].name }));
  return context.payments.createCheckout({
    accountId,
    email,
    customerId: current.customerId,
    planType,
    successUrl: `${appOrigin}/subscription/success?token=${CHECKOUT_ID}${next ? `&${next}` : ''}`,
    cancelUrl: `${appOrigin}/subscription/cancel${next ? `?${next}` : ''}`,
  });
}

/**
 * Turns a paid checkout into a plan, once; repeating changes nothing. The plan that it replaces is cancelled at the provider
 * in the background.
 * @param token the id of the checkout, from the address that the provider sends people back to
 * @throws AppError not-found for an unknown checkout or that of another account; conflict while it is not paid; unavailable
 *   when the provider cannot be reached
 */
export async function completeSubscription(context: BillingContext, ownerId: string, token: string): Promise<void> {
  if (await isGranted(context.em, ownerId, token)) return;
  const checkout = await context.payments.findCheckout(token);
  if (!checkout || checkout.accountId !== ownerId) throw notFound('payment');
  const { state } = checkout;
  if (state.kind !== 'paid') throw new AppError('conflict', say(NOT_PAID[state.kind]));
  const accountExists = await context.em.transactional(async (tx) => {
    // The page may be loaded twice, and two payments may come back together.
    await lockAccount(tx, ownerId);
    if (await isGranted(tx, ownerId, token)) return true;
    if (!(await applyRemoteIn(tx, ownerId, state.subscription))) return false;
    await query(tx).insertInto('granted_checkouts').values({ id: token, owner_id: ownerId, granted_at: NOW }).execute();
    return true;
  });
  if (!accountExists) throw notFound('payment');
}

async function isGranted(em: EntityManager, ownerId: string, token: string): Promise<boolean> {
  const row = await query(em)
    .selectFrom('granted_checkouts')
    .select('id')
    .where('id', '=', token)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return row !== undefined;
}
