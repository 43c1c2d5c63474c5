/** The products and prices that the simulated Stripe account sells from the start. */
import { type Interval, type Ledger, newId, type Price } from './ledger.ts';

/** One price of one product. */
export interface CatalogueEntry {
  /** The product's id; several entries may share it. */
  product: string;
  productName: string;
  lookupKey: string;
  /** In cents of a US dollar. */
  amount: number;
  interval: Interval;
  metadata: Record<string, string>;
}

/** Adds what the ledger lacks, and a new price where the amount changed. Old subscriptions stay on the old price. */
export function addCatalogue(ledger: Ledger, catalogue: readonly CatalogueEntry[]): void {
  for (const { product, productName, lookupKey, amount, interval, metadata } of catalogue) {
    const [existing] = ledger.all('price', ({ lookup_key }) => lookup_key === lookupKey);
    if (existing?.unit_amount === amount && existing.active) continue;
    if (!ledger.get('product', product))
      ledger.save('product', { id: product, name: productName, active: true, metadata: {} });
    const price = { product, active: true, currency: 'usd', unit_amount: amount, interval, lookup_key: lookupKey };
    addPrice(ledger, { ...price, metadata });
  }
}

/** Saves a new price. It takes over its lookup key from the price that had it. */
export function addPrice(ledger: Ledger, price: Omit<Price, 'id'>): Price {
  if (price.lookup_key)
    for (const old of ledger.all('price', ({ lookup_key }) => lookup_key === price.lookup_key))
      ledger.save('price', { ...old, lookup_key: null });
  return ledger.save('price', { id: newId('price'), ...price });
}
