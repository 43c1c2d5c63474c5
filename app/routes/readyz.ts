import { setTimeout as wait } from 'node:timers/promises';
import { webDeps } from '#app/middleware/context.ts';
import { SECOND } from '#domain/time/durations.ts';
import { isClockHeld } from '#services/emergency/database-clock.ts';
import type { Route } from './+types/readyz.ts';

/** Load balancers give up soon, so a service that does not answer counts as missing. */
const ANSWER_WITHIN = 2 * SECOND;

/** Ready: what pages need is there. 503 with the names of what is missing. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { checks, checkInPage, fork } = context.get(webDeps).composition;
  const names = Object.keys(checks) as (keyof typeof checks)[];
  const present = await Promise.all(names.map((name) => isThere(checks[name])));
  const missing = names.filter((_, index) => !present[index]);
  const ready = missing.length === 0;
  const probe = checkInPage ? 'outside' : 'self';
  return Response.json(
    { ready, missing, availability_probe: probe, database_clock: await clockOf(isClockHeld(fork())) },
    { status: ready ? 200 : 503, headers: { 'cache-control': 'no-store' } },
  );
}

/** Not a part that is missing: owners must be able to check in also while the clock is in doubt. */
async function clockOf(held: Promise<boolean>): Promise<'agrees' | 'in doubt' | 'unknown'> {
  const state = held.then(
    (isHeld) => (isHeld ? ('in doubt' as const) : ('agrees' as const)),
    () => 'unknown' as const,
  );
  return Promise.race([state, wait(ANSWER_WITHIN, 'unknown' as const, { ref: false })]);
}

async function isThere(check: () => Promise<unknown>): Promise<boolean> {
  const answer = check().then(
    () => true,
    () => false,
  );
  return Promise.race([answer, wait(ANSWER_WITHIN, false, { ref: false })]);
}
