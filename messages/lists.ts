import { keptNew } from '#domain/kept.ts';
import { planLists } from './en/plan-lists.ts';
import { currentLocale, say } from './say.ts';

/** With a comma before the last of three, which the British list has not. */
const listFormat = keptNew(Intl.ListFormat);

/** @returns "Plus or Premium", "email, WhatsApp, or SMS" */
export function sayEither(names: readonly string[]): string {
  return listFormat(currentLocale(), { type: 'disjunction' }).format(names);
}

/** @returns "the Plus plan", "the Plus and Premium plans" */
export function sayPlans(plans: readonly string[]): string {
  const names = listFormat(currentLocale()).format(plans);
  return say(planLists['the-plans'], { names, count: plans.length });
}
