import type { CatalogueEntry } from '@stillhere/simulators';
import { lookupKeyOf, OFFERS, PLANS, type PlanType } from '#domain/subscription/plan.ts';

/** @returns each offer as a product and a price of Stripe, the same as `npm run stripe:setup` makes */
export function stripeCatalogue(): CatalogueEntry[] {
  return (Object.keys(OFFERS) as PlanType[]).map((planType) => {
    const { plan, interval } = OFFERS[planType];
    return {
      product: `stillhere_${plan}`,
      productName: `Stillhere ${PLANS[plan].name}`,
      lookupKey: lookupKeyOf(planType),
      amount: PLANS[plan].price[interval],
      interval,
      metadata: { plan_type: planType },
    };
  });
}
