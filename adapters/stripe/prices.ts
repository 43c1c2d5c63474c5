/** Finds our prices at Stripe by their lookup keys, and checks them. */
import type Stripe from 'stripe';
import { lookupKeyOf, OFFERS, PLANS, type PlanType } from '#domain/subscription/plan.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { throwUnavailable, unavailable } from './client.ts';

/** How long a checked price is used without asking again. */
const CACHED_FOR = 10 * MINUTE;
const PLAN_TYPES = Object.keys(OFFERS) as PlanType[];
export const CURRENCY = 'usd';

/** The price that an offer must have at Stripe. */
export function wantedOf(planType: PlanType) {
  const { plan, interval } = OFFERS[planType];
  const { name, price } = PLANS[plan];
  return { lookupKey: lookupKeyOf(planType), product: `Stillhere ${name}`, amount: price[interval], interval };
}

/** A price that passed the check. */
interface Found {
  id: string;
  /** Milliseconds since the epoch. */
  until: number;
}

/** The ids of the prices that passed the check; an offer with a wrong price is not sold. */
export class Prices {
  readonly #stripe: Stripe;
  #found: ReadonlyMap<PlanType, Found> = new Map();

  constructor(stripe: Stripe) {
    this.#stripe = stripe;
  }

  /** @throws AppError unavailable when the price is missing or wrong, or Stripe cannot be reached */
  async idOf(planType: PlanType): Promise<string> {
    const known = this.#found.get(planType);
    if (known && known.until > Date.now()) return known.id;
    await this.check();
    const found = this.#found.get(planType);
    if (!found) throw unavailable(`the price ${lookupKeyOf(planType)} is missing or wrong`);
    return found.id;
  }

  /** Makes the next call look the prices up again: one may have been replaced. */
  forget(): void {
    this.#found = new Map();
  }

  /** @returns a sentence about each wrong price */
  async check(): Promise<string[]> {
    const lookup_keys = PLAN_TYPES.map(lookupKeyOf);
    const { data } = await this.#stripe.prices.list({ lookup_keys, limit: 100 }).catch(throwUnavailable);
    const found = new Map<PlanType, Found>();
    const wrong: string[] = [];
    for (const planType of PLAN_TYPES) {
      const price = data.find(({ lookup_key }) => lookup_key === lookupKeyOf(planType));
      const sentence = sentenceAbout(planType, price);
      if (sentence) wrong.push(sentence);
      else if (price) found.set(planType, { id: price.id, until: Date.now() + CACHED_FOR });
    }
    this.#found = found;
    return wrong;
  }
}

/** @returns what is wrong with the price; null when it is right */
export function sentenceAbout(planType: PlanType, price: Stripe.Price | undefined): string | null {
  const { lookupKey, amount, interval } = wantedOf(planType);
  if (!price) return `The price ${lookupKey} is missing.`;
  const { active, currency, unit_amount, recurring } = price;
  if (!active) return `The price ${lookupKey} is archived.`;
  if (currency !== CURRENCY) return `The price ${lookupKey} is in ${currency}, and not in ${CURRENCY}.`;
  if (unit_amount !== amount) return `The price ${lookupKey} is ${unit_amount} cents, and not ${amount}.`;
  if (recurring?.interval !== interval || recurring.interval_count !== 1)
    return `The price ${lookupKey} is not paid once a ${interval}.`;
  return null;
}
