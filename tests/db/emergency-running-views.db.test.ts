/** What the engine, operators and pages see of a protocol that stops and starts because something is missing. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY } from '#domain/time/durations.ts';
import { readActiveProtocol } from '#services/emergency/active-protocol.ts';
import { protocolBacklog } from '#services/emergency/backlog.ts';
import { pauseProtocol } from '#services/emergency/change-settings.ts';
import { dispatchPlans } from '#services/emergency/engine-runs.ts';
import type { ProtocolPlan } from '#services/ports/engine.ts';
import { setEmergency } from '#services/vault/change-content.ts';
import { createYears, type Years } from '#tests/harness/protocol.ts';

let years: Years;
beforeAll(async () => {
  years = await createYears();
});
afterAll(() => years.close());

const daysTo = (instant: string | null) => (Date.parse(instant ?? '') - Date.now()) / DAY;

it('syncs the engine when nothing is planned, and with the first instant when it starts', async () => {
  const helena = await years.armed();
  const plans: ProtocolPlan[] = [];
  // why: this is about what is sent; tests/workflows shows that a run wakes.
  const engine = {
    announceProtocol: async (plan: ProtocolPlan) => void plans.push(plan),
    storeId: async () => 'store',
  };
  const newest = async () => {
    while (await dispatchPlans(years.stage.orm.em.fork(), engine));
    return plans.findLast(({ ownerId }) => ownerId === helena.id);
  };
  await setEmergency(years.context(), helena.id, helena.letter.id, false);
  expect(await newest()).toMatchObject({ wakeAt: null, isOver: false, isCheckIn: false });
  await setEmergency(years.context(), helena.id, helena.letter.id, true);
  expect(await newest()).toMatchObject({ isCheckIn: true });
  expect(daysTo((await newest())?.wakeAt?.toISOString() ?? null)).toBeCloseTo(23, 2);
});

it('counts in no stage for operators while it does not run', async () => {
  const armedNow = async () => (await protocolBacklog(years.stage.orm.em.fork(), DAY)).stages.armed ?? 0;
  const helena = await years.armed();
  const before = await armedNow();
  await setEmergency(years.context(), helena.id, helena.letter.id, false);
  expect(await armedNow()).toBe(before - 1);
});

it('shows on every page that it does not run, and cannot be paused', async () => {
  const helena = await years.armed();
  expect(await readActiveProtocol(years.context(), helena.id)).toMatchObject({ isRunning: true, blockedBy: [] });
  await setEmergency(years.context(), helena.id, helena.letter.id, false);
  expect(await readActiveProtocol(years.context(), helena.id)).toMatchObject({
    isRunning: false,
    blockedBy: ['no-content'],
  });
  await expect(pauseProtocol(years.context(), helena.id, 5)).rejects.toMatchObject({ code: 'conflict' });
});
