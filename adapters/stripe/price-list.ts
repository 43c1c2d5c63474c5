/** Creates our products and prices in an account at Stripe. */
import type Stripe from 'stripe';
import { OFFERS, type PlanType } from '#domain/subscription/plan.ts';
import { nullIfMissing, type StripeOptions, stripeClient, throwUnavailable } from './client.ts';
import { CURRENCY, sentenceAbout, wantedOf } from './prices.ts';

/** Our prices in an account at Stripe. */
export interface PriceList {
  /** Whether real money moves in the account. */
  isLive: boolean;
  /**
   * Creates missing prices and replaces wrong ones; it can be run again. A new price takes over the lookup key; running
   * subscriptions stay on the old price.
   * @returns a sentence about each price
   * @throws AppError unavailable when Stripe refuses, or cannot be reached
   */
  prepare(): Promise<string[]>;
}

/** @returns the price list of the key's account */
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
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey] }).catch(throwUnavailable);
  const [old] = data;
  if (old && sentenceAbout(planType, old) === null) return `The price ${lookupKey} is right.`;
  // The old price loses its lookup key; its subscriptions are recognized by this.
  if (old) await stripe.prices.update(old.id, { metadata: { plan_type: planType } }).catch(throwUnavailable);
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
    .catch(throwUnavailable);
  return `The price ${lookupKey} is ${made.id} from now on${old ? `, and ${old.id} stays for those who pay it` : ''}.`;
}

/** @returns the id of the product */
async function prepareProduct(stripe: Stripe, planType: PlanType): Promise<string> {
  const id = `stillhere_${OFFERS[planType].plan}`;
  const known = await stripe.products.retrieve(id).catch(nullIfMissing);
  if (!known) await stripe.products.create({ id, name: wantedOf(planType).product }).catch(throwUnavailable);
  return id;
}
