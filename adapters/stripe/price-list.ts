/** Writing our table of prices into an account at Stripe. */
import type Stripe from 'stripe';
import { OFFERS, type PlanType } from '#domain/subscription/plan.ts';
import { nullIfMissing, orUnavailable, type StripeOptions, stripeClient } from './client.ts';
import { CURRENCY, sentenceAbout, wantedOf } from './prices.ts';

/** Our prices, as an account at Stripe has them. */
export interface PriceList {
  /** Whether it is an account in which money moves. */
  isLive: boolean;
  /**
   * Makes what is missing or wrong, and leaves alone what is right, so that it can be run again. A price that is changed
   * is a new one, which takes over the name: whoever pays the old one goes on paying that.
   * @returns what was done, a sentence for each price
   * @throws AppError unavailable when Stripe refuses, or cannot be reached
   */
  prepare(): Promise<string[]>;
}

/** @returns the price list of the account that the key opens */
export function stripePriceList(options: Omit<StripeOptions, 'webhookSecret'>): PriceList {
  const stripe = stripeClient(options);
  return {
    isLive: /^[a-z]+_live_/.test(options.secretKey),
    async prepare() {
      const done: string[] = [];
      for (const planType of Object.keys(OFFERS) as PlanType[]) done.push(await preparePrice(stripe, planType));
      return done;
    },
  };
}

async function preparePrice(stripe: Stripe, planType: PlanType): Promise<string> {
  const { lookupKey, amount, interval } = wantedOf(planType);
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey] }).catch(orUnavailable);
  const [kept] = data;
  if (kept && sentenceAbout(planType, kept) === null) return `The price ${lookupKey} is right.`;
  // The old one loses its lookup key: this is how the plan of those who pay it is known from now on.
  if (kept) await stripe.prices.update(kept.id, { metadata: { plan_type: planType } }).catch(orUnavailable);
  const product = await prepareProduct(stripe, planType);
  const made = await stripe.prices
    .create({
      product,
      currency: CURRENCY,
      unit_amount: amount,
      recurring: { interval },
      lookup_key: lookupKey,
      transfer_lookup_key: true,
      metadata: { plan_type: planType },
    })
    .catch(orUnavailable);
  return `The price ${lookupKey} is ${made.id} from now on${kept ? `, and ${kept.id} stays for those who pay it` : ''}.`;
}

/** @returns the id of the product, which is ours to choose */
async function prepareProduct(stripe: Stripe, planType: PlanType): Promise<string> {
  const id = `stillhere_${OFFERS[planType].plan}`;
  const kept = await stripe.products.retrieve(id).catch(nullIfMissing);
  if (!kept) await stripe.products.create({ id, name: wantedOf(planType).product }).catch(orUnavailable);
  return id;
}
