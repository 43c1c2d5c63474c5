import { AppError } from '#domain/errors.ts';
import { type Interval, type Plan, type PlanType, planTypeFor } from '#domain/subscription/plan.ts';
import type { Context } from '#services/context.ts';

/** The plan that somebody has, from what we know ourselves. Instants are ISO 8601 with Z. */
export interface PlanView {
  plan: Plan;
  /** Null for Free, and for a plan that was given. */
  interval: Interval | null;
  status: 'active' | 'past-due';
  /** When it is paid for again, or ends; null where nobody pays. */
  period_ends_at: string | null;
  is_ending: boolean;
  /** Nothing is charged, because its owner's protocol is past its deadline; also where it has ended at the provider meanwhile. */
  is_held: boolean;
  /** Whether the payment provider knows them: what they paid once is there, also when their plan is over. */
  has_paid: boolean;
}

interface PlanRow {
  plan: Plan | null;
  interval: Interval | null;
  status: 'active' | 'past-due';
  period_ends_at: Date | string | null;
  is_ending: boolean;
  is_held: boolean;
  has_paid: boolean;
}

/** @returns the plan that somebody has; the provider is not asked */
export async function planOf({ em }: Pick<Context, 'em'>, ownerId: string): Promise<PlanView> {
  const [row] = await em.execute<PlanRow[]>(
    `select s.plan, s.paid_each as interval, coalesce(s.status, 'active') as status, s.period_ends_at,
       coalesce(s.is_ending, false) as is_ending, coalesce(s.held_at is not null or s.has_lapsed, false) as is_held, c.owner_id is not null as has_paid
     from users u left join subscriptions s on s.owner_id = u.id left join customers c on c.owner_id = u.id
     where u.id = ?`,
    [ownerId],
  );
  return {
    plan: row?.plan ?? 'free',
    interval: row?.interval ?? null,
    status: row?.status ?? 'active',
    period_ends_at: row?.period_ends_at ? new Date(row.period_ends_at).toISOString() : null,
    is_ending: row?.is_ending ?? false,
    is_held: row?.is_held ?? false,
    has_paid: row?.has_paid ?? false,
  };
}

/** A plan that is paid for, and who it is at the provider. */
export interface PaidPlan {
  subscriptionId: string;
  customerId: string;
  planType: PlanType;
  status: 'active' | 'past-due';
  periodEndsAt: Date;
  isEnding: boolean;
  /** Nothing is charged for it at the moment. */
  isHeld: boolean;
}

interface PaidRow {
  id: string;
  customer: string;
  plan: Exclude<Plan, 'free'>;
  interval: Interval;
  status: 'active' | 'past-due';
  period_ends_at: Date | string;
  is_ending: boolean;
  is_held: boolean;
}

/** @returns the plan that somebody pays for; null for Free, and for one that was given */
export async function findPaidPlan({ em }: Pick<Context, 'em'>, ownerId: string): Promise<PaidPlan | null> {
  const [row] = await em.execute<PaidRow[]>(
    `select stripe_subscription_id as id, stripe_customer_id as customer, plan, paid_each as interval, status,
       coalesce(period_ends_at, now()) as period_ends_at, is_ending, held_at is not null or has_lapsed as is_held
     from subscriptions where owner_id = ? and stripe_subscription_id is not null`,
    [ownerId],
  );
  if (!row) return null;
  return {
    subscriptionId: row.id,
    customerId: row.customer,
    planType: planTypeFor(row.plan, row.interval),
    status: row.status,
    periodEndsAt: new Date(row.period_ends_at),
    isEnding: row.is_ending,
    isHeld: row.is_held,
  };
}

/**
 * @returns the plan that somebody pays for
 * @throws AppError conflict where nobody pays
 */
export async function paidPlanOf(context: Pick<Context, 'em'>, ownerId: string): Promise<PaidPlan> {
  const paid = await findPaidPlan(context, ownerId);
  if (!paid) throw new AppError('conflict', 'You have no plan that is paid for, so there is nothing to change.');
  return paid;
}
