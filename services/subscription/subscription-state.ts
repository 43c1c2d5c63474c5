import type { InferResult, Kysely } from 'kysely';
import { prepared } from '#db/prepared.ts';
import type { Tables } from '#db/query.ts';
import { COUNT } from '#db/sql.ts';
import { AppError } from '#domain/errors.ts';
import { type Interval, type Plan, type PlanType, planTypeFor } from '#domain/subscription/plan.ts';
import { planRefusals } from '#messages/en/plan-refusals.ts';
import { say } from '#messages/say.ts';
import type { Context } from '#services/context.ts';

/** An account's subscription as our database has it. The provider is not asked. */
export interface SubscriptionState {
  plan: Plan;
  /** Null for Free and for a plan that was given. */
  interval: Interval | null;
  status: 'active' | 'past-due';
  /** When it renews or ends; null where nobody pays. */
  periodEndsAt: Date | null;
  isEnding: boolean;
  /** Nothing is charged: the owner's protocol is past its deadline. The subscription may have ended at the provider. */
  isHeld: boolean;
  /** Null for Free and for a plan that was given. */
  subscriptionId: string | null;
  /** The owner at the provider, also after their plan has ended; null for an owner who has never paid. */
  customerId: string | null;
}

/** A subscription that its owner pays for. */
export interface PaidPlan extends SubscriptionState {
  planType: PlanType;
  subscriptionId: string;
  periodEndsAt: Date;
}

/** The subscription, and what continues without one. */
export interface SubscriptionUse extends SubscriptionState {
  /** The last payment failed. False while the owner's protocol is past its deadline: they may be unable to act. */
  isPastDue: boolean;
  /** How many deliveries of the owner's own are pending. */
  waiting: number;
  /** The emergency protocol is on and not released. */
  isArmed: boolean;
  /** At least one item is public. */
  isSharing: boolean;
}

type Reader = Pick<Context, 'em'>;

/** @returns the account's subscription; Free without one */
export async function subscriptionState({ em }: Reader, ownerId: string): Promise<SubscriptionState> {
  const [row] = await stateRow(em, { ownerId });
  return stateIn(row);
}

/** @returns the account's subscription, and what continues without one */
export async function subscriptionUse({ em }: Reader, ownerId: string): Promise<SubscriptionUse> {
  const [row] = await useRow(em, { ownerId });
  const state = stateIn(row);
  const isActive = row?.is_active ?? false;
  const isPastDeadline = isActive && (row?.stage === 'missed' || row?.stage === 'last-call');
  return {
    ...state,
    isPastDue: state.status === 'past-due' && !isPastDeadline,
    waiting: row?.waiting ?? 0,
    isArmed: isActive && row?.stage !== 'released',
    isSharing: Boolean(row?.is_sharing),
  };
}

const useRow = prepared((db, { ownerId }: { ownerId: string }) =>
  selectState(db, ownerId)
    .leftJoin('emergency_protocols as p', 'p.owner_id', 'u.id')
    .select(['p.is_active', 'p.stage'])
    .select((eb) => [
      eb
        .selectFrom('deliveries as d')
        .select(COUNT.as('count'))
        .whereRef('d.owner_id', '=', 'u.id')
        .where('d.origin', '=', 'owner')
        .where('d.status', '=', 'pending')
        .where('d.deleted_at', 'is', null)
        .as('waiting'),
      eb
        .exists(
          eb
            .selectFrom('contents as c')
            .select('c.id')
            .whereRef('c.owner_id', '=', 'u.id')
            .where('c.is_public', '=', true),
        )
        .as('is_sharing'),
    ]),
);

/** @returns the state as a paid plan; null for Free and for a plan that was given */
export function paidPlan(state: SubscriptionState, now: Date): PaidPlan | null {
  const { plan, interval, subscriptionId } = state;
  if (plan === 'free' || interval === null || subscriptionId === null) return null;
  return { ...state, subscriptionId, planType: planTypeFor(plan, interval), periodEndsAt: state.periodEndsAt ?? now };
}

/**
 * @returns the plan that the account pays for
 * @throws AppError conflict where nobody pays
 */
export async function requirePaidPlan(context: Pick<Context, 'em' | 'now'>, ownerId: string): Promise<PaidPlan> {
  const paid = paidPlan(await subscriptionState(context, ownerId), context.now);
  if (!paid) throw new AppError('conflict', say(planRefusals['nothing-to-change']));
  return paid;
}

const stateRow = prepared((db, { ownerId }: { ownerId: string }) => selectState(db, ownerId));

function selectState(db: Kysely<Tables>, ownerId: string) {
  return db
    .selectFrom('users as u')
    .leftJoin('subscriptions as s', 's.owner_id', 'u.id')
    .leftJoin('customers as k', 'k.owner_id', 'u.id')
    .where('u.id', '=', ownerId)
    .select(['s.plan', 's.paid_each', 's.status', 's.period_ends_at', 's.is_ending', 's.held_at', 's.has_lapsed'])
    .select(['s.stripe_subscription_id', 'k.stripe_customer_id']);
}

type StateRow = InferResult<ReturnType<typeof selectState>>[number] | undefined;

function stateIn(row: StateRow): SubscriptionState {
  return {
    plan: row?.plan ?? 'free',
    interval: row?.paid_each ?? null,
    status: row?.status ?? 'active',
    periodEndsAt: row?.period_ends_at ?? null,
    isEnding: row?.is_ending ?? false,
    isHeld: Boolean(row?.held_at || row?.has_lapsed),
    subscriptionId: row?.stripe_subscription_id ?? null,
    customerId: row?.stripe_customer_id ?? null,
  };
}
