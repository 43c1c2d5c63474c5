/** Lists in pages, the same for every call that answers with one. */
import { z } from 'zod';
import { type Provider, webParts } from '#app/middleware/context.ts';
import { Headed } from './operation.ts';

const PAGE_MAX = 500;

/** The query of a call that lists. */
export const pageQuery = z.object({
  limit: z.coerce
    .number({ error: `A page has 1 to ${PAGE_MAX} items` })
    .int(`A page has 1 to ${PAGE_MAX} items`)
    .min(1, `A page has 1 to ${PAGE_MAX} items`)
    .max(PAGE_MAX, `A page has 1 to ${PAGE_MAX} items`)
    .default(PAGE_MAX),
  cursor: z.string().max(200, 'This page of the list does not exist').optional(),
});

/** What to know of them all, for the reference. */
export const PAGES =
  'Newest first, at most 500 at once, and fewer where texts are long. While there are more, the header Link names the next page with rel="next".';

/** @returns a page of a list, with a `Link` to the next where there is one */
export function page<Item>(
  { context, query }: { context: Provider; query: Record<string, unknown> },
  path: string,
  items: Item[],
  next: string | null,
): Headed<Item[]> {
  if (!next) return new Headed(items, {});
  const url = new URL(`/api${path}`, context.get(webParts).appOrigin);
  for (const [name, value] of Object.entries({ ...query, cursor: next }))
    if (value !== undefined) url.searchParams.set(name, `${value}`);
  return new Headed(items, { link: `<${url.href}>; rel="next"` });
}
