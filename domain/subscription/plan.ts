import { GIGABYTE, MEGABYTE } from '#domain/content/content.ts';

/** What somebody can subscribe to; without a subscription it is `free`. */
export type Plan = 'free' | 'plus' | 'premium';

/** How often a plan is paid for. */
export type Interval = 'month' | 'year';

/** What a plan costs and allows. */
export interface Entitlements {
  /** As people read it. */
  name: string;
  /** How much the vault holds, in bytes. */
  storage: number;
  emergencyProtocol: boolean;
  publicSharing: boolean;
  /** In cents of a US dollar. */
  price: Record<Interval, number>;
}

/** The one table: what people can have, and for how much. A year costs as much as ten months. */
export const PLANS: Record<Plan, Entitlements> = {
  free: {
    name: 'Free',
    storage: 50 * MEGABYTE,
    emergencyProtocol: false,
    publicSharing: false,
    price: { month: 0, year: 0 },
  },
  plus: {
    name: 'Plus',
    storage: 3 * GIGABYTE,
    emergencyProtocol: true,
    publicSharing: false,
    price: { month: 500, year: 5_000 },
  },
  premium: {
    name: 'Premium',
    storage: 10 * GIGABYTE,
    emergencyProtocol: true,
    publicSharing: true,
    price: { month: 1_000, year: 10_000 },
  },
};

/** What somebody subscribes to: a plan, and how often it is paid for. */
export interface Offer {
  plan: Exclude<Plan, 'free'>;
  interval: Interval;
}

/** Every offer, by the name that it has in calls. */
export const OFFERS = {
  plus_monthly: { plan: 'plus', interval: 'month' },
  plus_yearly: { plan: 'plus', interval: 'year' },
  premium_monthly: { plan: 'premium', interval: 'month' },
  premium_yearly: { plan: 'premium', interval: 'year' },
} as const satisfies Record<string, Offer>;
export type PlanType = keyof typeof OFFERS;

/** @returns whether this is the name of an offer, wherever it comes from */
export function isPlanType(name: unknown): name is PlanType {
  return typeof name === 'string' && Object.hasOwn(OFFERS, name);
}
