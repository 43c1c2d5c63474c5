import scripts from 'virtual:sealed-scripts';
import { accountOf, contextOf, type Provider } from '#app/middleware/context.ts';
import type { Script } from '#app/sealed/start-worker.ts';
import { plainDate } from '#messages/dates.ts';

/**
 * @returns what a page needs to seal: what is printed beside the words and on the sheets, which is who sealed it and today
 *   in words; and the script that seals, with its hash
 */
export function sealingFacts(context: Provider): { printed: { owner: string; day: string }; script: Script } {
  const { name, time_zone } = accountOf(context);
  return { printed: { owner: name, day: plainDate(contextOf(context).now, time_zone) }, script: scripts.seal };
}
