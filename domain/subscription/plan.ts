import { GIGABYTE, MEGABYTE } from '#domain/content/content.ts';

/** The plans; an account without a subscription is on `free`. */
export type Plan = 'free' | 'plus' | 'premium';

/** How often a plan is paid. */
export type Interval = 'month' | 'year';

/** What a plan costs and allows. */
export interface Entitlements {
  /** As pages and mails show it: a brand name, the same in every language and at the payment provider. */
  name: string;
  /** In bytes. */
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

/** Each plan with its price and what it allows. A year costs as much as ten months. */
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

/** What an account subscribes to: a plan, and how often it is paid. */
export interface Offer {
  plan: Exclude<Plan, 'free'>;
  interval: Interval;
}

/** What a plan can allow. */
export type Feature = 'emailDelivery' | 'whatsappDelivery' | 'smsDelivery' | 'emergencyProtocol' | 'publicSharing';

/** @returns the names of the plans that allow it, cheapest first */
export function plansWith(feature: Feature): string[] {
  return Object.values(PLANS)
    .filter((plan) => plan[feature])
    .map(({ name }) => name);
}

/** @returns the names of the plans whose vault holds that many bytes, cheapest first */
export function plansHolding(bytes: number): string[] {
  return Object.values(PLANS)
    .filter(({ storage }) => storage >= bytes)
    .map(({ name }) => name);
}

/** Every offer, by its name in the API. */
export const OFFERS = {
  plus_monthly: { plan: 'plus', interval: 'month' },
  plus_yearly: { plan: 'plus', interval: 'year' },
  premium_monthly: { plan: 'premium', interval: 'month' },
  premium_yearly: { plan: 'premium', interval: 'year' },
} as const satisfies Record<string, Offer>;
export type PlanType = keyof typeof OFFERS;

/** @returns whether this is the name of an offer */
export function isPlanType(name: unknown): name is PlanType {
  return typeof name === 'string' && Object.hasOwn(OFFERS, name);
}

/** @returns the lookup key of the offer's price at the provider: `stillhere_plus_monthly` */
export function lookupKeyOf(planType: PlanType): string {
  return `stillhere_${planType}`;
}

/** @returns the offer with this lookup key at the provider; null when it is none of ours */
export function planTypeOf(lookupKey: string | null | undefined): PlanType | null {
  const name = lookupKey?.replace(/^stillhere_/, '');
  return isPlanType(name) ? name : null;
}

/** @returns the name of the offer */
export function planTypeFor(plan: Offer['plan'], interval: Interval): PlanType {
  return `${plan}_${interval === 'month' ? 'monthly' : 'yearly'}`;
}

/**
 * @param cents of a US dollar, whole: money is never rounded
 * @returns "$5", "$12.50"
 */
export function dollars(cents: number): string {
  const size = Math.abs(cents);
  const rest = size % 100;
  const whole = `${(size - rest) / 100}`.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${cents < 0 ? '−' : ''}$${whole}${rest === 0 ? '' : `.${`${rest}`.padStart(2, '0')}`}`;
}
