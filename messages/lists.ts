import { planLists } from './en/plan-lists.ts';
import { listFormat } from './formatters.ts';
import { say } from './say.ts';

/** @returns "Plus or Premium", "email, WhatsApp, or SMS" */
export function sayEither(names: readonly string[]): string {
  return listFormat({ type: 'disjunction' }).format(names);
}

/** @returns "the Plus plan", "the Plus and Premium plans" */
export function sayPlans(plans: readonly string[]): string {
  const names = listFormat().format(plans);
  return say(planLists['the-plans'], { names, count: plans.length });
}
