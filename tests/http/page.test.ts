/** A signed-in page whose data cannot be loaded. */
import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { loadPage } from '#app/http/page.ts';
import { servicesContext, type Visit, visitContext, type WebDeps, webDeps } from '#app/middleware/context.ts';
import type { Context } from '#services/context.ts';

const NOW = new Date('2026-11-22T20:00:00Z');
const HELENA = { user: { name: 'Helena', time_zone: 'Europe/Lisbon' } } as Visit;

function asked(visit: Visit): RouterContextProvider {
  const context = new RouterContextProvider();
  // why: all that a page asks of them here is the hour, and to note what went wrong
  context.set(servicesContext, { now: NOW } as Context);
  context.set(webDeps, { log: { error: () => {} } } as unknown as WebDeps);
  context.set(visitContext, visit);
  return context;
}

test.each([
  ['still greets the signed-in person, by their own clock', HELENA, 'Helena', 'Europe/Lisbon'],
  ['greets nobody by name while accounts cannot be looked up', 'unknown', '', 'UTC'],
] as const)('a page that comes empty %s', async (_, visit, name, time_zone) => {
  const answer = await loadPage(asked(visit), () => Promise.reject(new Error('The table is away.')));
  expect(answer.init?.status).toBe(503);
  expect(answer.data).toMatchObject({ data: null, name, time_zone, toast: { text: 'Error loading data' } });
});
