import { accountOf, contextOf, type Provider } from '#app/middleware/context.ts';
import { plainDate } from '#messages/dates.ts';

/** @returns what is printed beside the words and on the sheets of a sealed item: who sealed it, and today in words */
export function printedOf(context: Provider): { owner: string; day: string } {
  const { name, time_zone } = accountOf(context);
  return { owner: name, day: plainDate(contextOf(context).now, time_zone) };
}
