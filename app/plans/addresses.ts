import type { Interval, PlanType } from '#domain/subscription/plan.ts';

/** What /pricing is to know. */
interface Asked {
  /** Where to go on after the payment, a path of ours. */
  to: string | null;
  interval?: Interval | undefined;
  /** What was chosen already, by somebody who has to sign in first. */
  plan_type?: PlanType | undefined;
}

/** @returns the address of the plans */
export function pricingAddress({ to, interval, plan_type }: Asked): string {
  const query = new URLSearchParams({
    ...(plan_type && { plan_type }),
    ...(interval && { interval: interval === 'year' ? 'yearly' : 'monthly' }),
    ...(to !== null && { to }),
  });
  return query.size > 0 ? `/pricing?${query}` : '/pricing';
}

/**
 * @param to where to go on afterwards, a path of ours; null for the page of the plan
 * @returns where whoever pays already sees what another plan costs them, before anything changes
 */
export function switchAddress(planType: PlanType, to: string | null): string {
  return `/profile/plan/switch?plan_type=${planType}${onwards(to)}`;
}

/** @returns what the address of a page on the way to a plan carries, after its first word, so that `to` is not forgotten */
export function onwards(to: string | null): string {
  return to === null ? '' : `&${new URLSearchParams({ to })}`;
}
