import { setTimeout as wait } from 'node:timers/promises';
import { webDeps } from '#app/middleware/context.ts';
import { SECOND } from '#domain/time/durations.ts';
import type { Route } from './+types/readyz.ts';

/** Load balancers give up soon, so a service that does not answer counts as missing. */
const ANSWER_WITHIN = 2 * SECOND;

/** Ready: what pages need is there. 503 with the names of what is missing. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { checks, checkInPage } = context.get(webDeps).composition;
  const names = Object.keys(checks) as (keyof typeof checks)[];
  const present = await Promise.all(names.map((name) => isThere(checks[name])));
  const missing = names.filter((_, index) => !present[index]);
  const ready = missing.length === 0;
  const probe = checkInPage ? 'outside' : 'self';
  return Response.json(
    { ready, missing, availability_probe: probe },
    { status: ready ? 200 : 503, headers: { 'cache-control': 'no-store' } },
  );
}

async function isThere(check: () => Promise<unknown>): Promise<boolean> {
  const answer = check().then(
    () => true,
    () => false,
  );
  return Promise.race([answer, wait(ANSWER_WITHIN, false, { ref: false })]);
}
