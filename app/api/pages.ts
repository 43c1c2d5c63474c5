/** Lists in pages: the same for every call that answers with one. */
import { z } from 'zod';
import { type Provider, webParts } from '#app/middleware/context.ts';
import { WithHeaders } from './operation.ts';

export const PAGE_MAX = 500;
const WRONG_LIMIT = `A page has 1 to ${PAGE_MAX} items`;

/** The query of a call that lists. */
export const pageQuery = z.object({
  limit: z.coerce
    .number({ error: WRONG_LIMIT })
    .int(WRONG_LIMIT)
    .min(1, WRONG_LIMIT)
    .max(PAGE_MAX, WRONG_LIMIT)
    .default(PAGE_MAX),
  cursor: z.string().max(200, 'This page of the list does not exist').optional(),
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
  const url = new URL(`/api${path}`, context.get(webParts).appOrigin);
  for (const [name, value] of Object.entries({ ...query, cursor: next }))
    if (value !== undefined) url.searchParams.set(name, `${value}`);
  return new WithHeaders(items, { link: `<${url.href}>; rel="next"` });
}
