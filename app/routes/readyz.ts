import { webParts } from '#app/middleware/context.ts';
import type { Route } from './+types/readyz.ts';

/** Ready: what pages need is there. 503 with the names of what is missing. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { checks } = context.get(webParts).composition;
  const names = Object.keys(checks) as (keyof typeof checks)[];
  const results = await Promise.allSettled(names.map((name) => checks[name]()));
  const missing = names.filter((_, index) => results[index]?.status === 'rejected');
  const ready = missing.length === 0;
  return Response.json({ ready, missing }, { status: ready ? 200 : 503, headers: { 'cache-control': 'no-store' } });
}
