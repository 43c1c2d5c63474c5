import { AppError } from '#domain/errors.ts';
import { type Interval, OFFERS, PLANS, type Plan, type PlanType } from '#domain/subscription/plan.ts';
import type { Context } from '#services/context.ts';
import { CHECKOUT_ID, type Payments } from '#services/ports/payments.ts';

/** What verbs work with that are about money. */
export interface BillingContext extends Context {
  payments: Payments;
}

/** Who subscribes to what. */
interface Wish {
  accountId: string;
  email: string;
  planType: PlanType;
  /** Where our pages are. */
  appOrigin: string;
  /** Where they want to go afterwards, a path of ours. */
  to?: string | null;
}

interface Current {
  plan: Plan | null;
  paid_each: Interval | null;
  stripe_customer_id: string | null;
}

/**
 * Begins to subscribe. Nothing changes here by it, and nothing is owed: that comes with the payment.
 * @returns the address where it is paid
 * @throws AppError conflict for what somebody has; unavailable when the provider cannot be reached
 */
export async function beginSubscription(context: BillingContext, wish: Wish): Promise<string> {
  const { accountId, email, planType, appOrigin, to } = wish;
  const onwards = to ? `to=${encodeURIComponent(to)}` : null;
  const [current] = await context.em.execute<Current[]>(
    `select s.plan, s.paid_each, c.stripe_customer_id from users u left join subscriptions s on s.owner_id = u.id
       left join customers c on c.owner_id = u.id where u.id = ?`,
    [accountId],
  );
  const { plan, interval } = OFFERS[planType];
  // A plan that was given is not paid for by the month or by the year: it is simply theirs.
  if (current?.plan === plan && (current.paid_each ?? interval) === interval)
    throw new AppError('conflict', `You are already on the ${PLANS[plan].name} plan.`);
  return context.payments.createCheckout({
    accountId,
    email,
    customerId: current?.stripe_customer_id ?? null,
    planType,
    successUrl: `${appOrigin}/subscription/success?token=${CHECKOUT_ID}${onwards ? `&${onwards}` : ''}`,
    cancelUrl: `${appOrigin}/subscription/cancel${onwards ? `?${onwards}` : ''}`,
  });
}
