import { planLists } from './en/plan-lists.ts';
import { currentLocale, say } from './say.ts';

/** @returns "Plus or Premium", "email, WhatsApp, or SMS" */
export function sayEither(names: readonly string[]): string {
  return new Intl.ListFormat(currentLocale(), { type: 'disjunction' }).format(names);
}

/** @returns "the Plus plan", "the Plus and Premium plans" */
export function sayPlans(plans: readonly string[]): string {
  const names = new Intl.ListFormat(currentLocale()).format(plans);
  return say(planLists['the-plans'], { names, count: plans.length });
}
