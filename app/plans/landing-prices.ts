/** The prices of the front page, drawn from the one table of plans. The server puts them into words. */
import { soldStorage } from '#app/components/storage-parts.ts';
import { dollars } from '#domain/subscription/money.ts';
import { type Entitlements, type Feature, PLANS } from '#domain/subscription/plan.ts';

/** A plan as a line of the table. */
export interface PriceLine {
  name: string;
  month: string;
  year: string;
  /** What it is for, as a sentence without its end. */
  does: string;
}

const WORDS: [Feature, string][] = [
  ['emailDelivery', 'delivery by email'],
  ['whatsappDelivery', 'delivery by WhatsApp'],
  ['emergencyProtocol', 'the emergency protocol'],
  ['publicSharing', 'public sharing'],
];
const list = new Intl.ListFormat('en-GB');

/** @returns the plans, the cheapest first, each with what it has beyond the one before */
export function priceLines(): PriceLine[] {
  const plans = Object.values(PLANS);
  return plans.map((plan, index) => ({
    name: plan.name,
    month: dollars(plan.price.month),
    year: dollars(plan.price.year),
    does: doesMore(plan, plans[index - 1]),
  }));
}

function doesMore(plan: Entitlements, before: Entitlements | undefined): string {
  const room = soldStorage(plan.storage);
  if (!before) return `Keep ${room} in your vault`;
  const added = WORDS.filter(([feature]) => plan[feature] && !before[feature]).map(([, words]) => words);
  const hadSome = WORDS.some(([feature]) => before[feature]);
  return list.format([room, ...(hadSome ? ['all of that'] : []), ...added]);
}

/** @returns how much room whoever begins has: "50 MB" */
export function freeRoom(): string {
  return soldStorage(PLANS.free.storage);
}
