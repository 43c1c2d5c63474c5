/** The products and prices that are there from the start: those of our one table. */
import { lookupKeyOf, OFFERS, PLANS, type PlanType } from '#domain/subscription/plan.ts';
import { type Ledger, newId, type Price } from './ledger.ts';

/** Makes what is missing or has another price by now; who has an old one keeps it. */
export function stock(ledger: Ledger): void {
  for (const planType of Object.keys(OFFERS) as PlanType[]) {
    const { plan, interval } = OFFERS[planType];
    const { name, price } = PLANS[plan];
    const product = `stillhere_${plan}`;
    const lookup_key = lookupKeyOf(planType);
    const [kept] = ledger.all('price', (one) => one.lookup_key === lookup_key);
    if (kept?.unit_amount === price[interval] && kept.active) continue;
    if (!ledger.get('product', product))
      ledger.keep('product', { id: product, name: `Stillhere ${name}`, active: true, metadata: {} });
    const made = { product, active: true, currency: 'usd', unit_amount: price[interval], interval, lookup_key };
    addPrice(ledger, { ...made, metadata: { plan_type: planType } });
  }
}

/** A new price takes its lookup key from the one that had it. */
export function addPrice(ledger: Ledger, price: Omit<Price, 'id'>): Price {
  if (price.lookup_key)
    for (const old of ledger.all('price', ({ lookup_key }) => lookup_key === price.lookup_key))
      ledger.keep('price', { ...old, lookup_key: null });
  return ledger.keep('price', { id: newId('price'), ...price });
}
