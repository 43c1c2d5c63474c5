/** Lists in pages: the same for every call that answers with one. */
import { z } from 'zod';
import { type Provider, webDeps } from '#app/middleware/context.ts';
import { requestRefusals } from '#messages/en/request-refusals.ts';
import { say } from '#messages/say.ts';
import { WithHeaders } from './operation.ts';

export const PAGE_MAX = 500;
/** Said when it is needed: this file is loaded before the language is chosen. */
const wrongLimit = { error: () => say(requestRefusals['page-size'], { max: PAGE_MAX }) };

/** The query of a call that lists. */
export const pageQuery = z.object({
  limit: z.coerce.number(wrongLimit).int(wrongLimit).min(1, wrongLimit).max(PAGE_MAX, wrongLimit).default(PAGE_MAX),
  cursor: z
    .string()
    .max(200, { error: () => say(requestRefusals['cursor-too-long']) })
    .optional(),
});

/** The note of such a call in the reference. */
export const PAGES = `Newest first, at most ${PAGE_MAX} at once, and fewer if texts are long. While there are more, the header Link names the next page with rel="next".`;

/** @returns a page of a list, with a `Link` to the next page if there is one */
export function page<Item>(
  { context, query }: { context: Provider; query: Record<string, unknown> },
  path: string,
  items: Item[],
  next: string | null,
): WithHeaders<Item[]> {
  if (!next) return new WithHeaders(items, {});
  const url = new URL(`/api${path}`, context.get(webDeps).appOrigin);
  for (const [name, value] of Object.entries({ ...query, cursor: next }))
    if (value !== undefined) url.searchParams.set(name, `${value}`);
  return new WithHeaders(items, { link: `<${url.href}>; rel="next"` });
}
