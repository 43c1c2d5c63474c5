import type { Interval, PlanType } from '#domain/subscription/plan.ts';

interface PricingQuery {
  /** Our page to continue on after the payment, a path. */
  to: string | null;
  interval?: Interval | undefined;
  /** The offer that a visitor chose before signing in. */
  plan_type?: PlanType | undefined;
}

/** @returns the address of /pricing */
export function pricingAddress({ to, interval, plan_type }: PricingQuery): string {
  const query = new URLSearchParams({
    ...(plan_type && { plan_type }),
    ...(interval && { interval: interval === 'year' ? 'yearly' : 'monthly' }),
    ...(to !== null && { to }),
  });
  return query.size > 0 ? `/pricing?${query}` : '/pricing';
}

/**
 * @param to our page to continue on afterwards, a path; null for /profile/plan
 * @returns the page that shows what changing a paid plan costs
 */
export function switchAddress(planType: PlanType, to: string | null): string {
  return `/profile/plan/switch?plan_type=${planType}${andTo(to)}`;
}

/** @returns `to` as a further parameter of a query: "&to=..."; empty for null */
export function andTo(to: string | null): string {
  return to === null ? '' : `&${new URLSearchParams({ to })}`;
}
