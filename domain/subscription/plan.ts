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
  /** Scheduling a delivery by email. */
  emailDelivery: boolean;
  /** Scheduling one by WhatsApp. */
  whatsappDelivery: boolean;
  /** Scheduling one by SMS. */
  smsDelivery: boolean;
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
    emailDelivery: false,
    whatsappDelivery: false,
    smsDelivery: false,
    emergencyProtocol: false,
    publicSharing: false,
    price: { month: 0, year: 0 },
  },
  plus: {
    name: 'Plus',
    storage: 3 * GIGABYTE,
    emailDelivery: true,
    whatsappDelivery: true,
    smsDelivery: true,
    emergencyProtocol: true,
    publicSharing: false,
    price: { month: 500, year: 5_000 },
  },
  premium: {
    name: 'Premium',
    storage: 10 * GIGABYTE,
    emailDelivery: true,
    whatsappDelivery: true,
    smsDelivery: true,
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

/** What a plan can allow. */
export type Feature = 'emailDelivery' | 'whatsappDelivery' | 'smsDelivery' | 'emergencyProtocol' | 'publicSharing';

/** @returns the names of the plans that allow it, the cheapest first */
export function plansWith(feature: Feature): string[] {
  return Object.values(PLANS)
    .filter((plan) => plan[feature])
    .map(({ name }) => name);
}

/** @returns the names of the plans whose vault holds so many bytes, the cheapest first */
export function plansHolding(bytes: number): string[] {
  return Object.values(PLANS)
    .filter(({ storage }) => storage >= bytes)
    .map(({ name }) => name);
}

/** @returns where something belongs to: "the Plus and Premium plans" */
export function thePlans(names: readonly string[]): string {
  return `the ${new Intl.ListFormat('en').format(names)} ${names.length === 1 ? 'plan' : 'plans'}`;
}

/** @returns what to choose: "Plus or Premium" */
export function eitherPlan(names: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(names);
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

/** @returns the name by which the provider keeps the price of an offer: `stillhere_plus_monthly` */
export function lookupKeyOf(planType: PlanType): string {
  return `stillhere_${planType}`;
}

/** @returns the offer whose price the provider keeps by this name; null when it is none of ours */
export function planTypeOf(lookupKey: string | null | undefined): PlanType | null {
  const name = lookupKey?.replace(/^stillhere_/, '');
  return isPlanType(name) ? name : null;
}

/** @returns the offer of a plan that is paid for so often */
export function planTypeFor(plan: Offer['plan'], interval: Interval): PlanType {
  return `${plan}_${interval === 'month' ? 'monthly' : 'yearly'}`;
}
