/**
 * Most people choose a whole hour, so that many deliveries are due in one minute; all here in its first second, each with
 * a run in the engine.
 */
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE, SECOND } from '#domain/time/durations.ts';
import type { World } from '#tests/harness/world.ts';
import { type Goal, showGoals } from './goals.ts';
import { engineSynced, plant } from './plant.ts';
import { showUsage, usageOf } from './processor.ts';
import { allSettled, readRecords } from './storm.ts';
import { type Report, reportOf, showStorm } from './storm-report.ts';

const WITHIN = 5 * MINUTE;
/** How fast the engine is synced on two cores. What is not synced at the due second goes out without a run. */
const SYNCED_PER_SECOND = 120;
const MARGIN = 20 * SECOND;
const GIVE_UP = 15 * MINUTE;

/** @returns whether all were accepted in time, each once */
export async function measureMorning(world: World, size: number): Promise<boolean> {
  await Promise.all([world.web, world.worker].map((one) => one.isRunning || one.start()));
  await world.isPolling();
  const due = Math.ceil((Date.now() + (size / SYNCED_PER_SECOND) * SECOND + MARGIN) / SECOND) * SECOND;
  console.log(`${size} deliveries due in one minute, in ${Math.round((due - Date.now()) / SECOND)} s`);
  await plant(world, size, new Date(due));
  await engineSynced(world, due).catch((error: Error) => console.log(`  ${error.message}`));
  await sleep(Math.max(0, due - Date.now()));
  console.log(`  due now; load of the machine: ${loadavg()[0]?.toFixed(1)}`);
  const usage = await usageOf(world);
  await allSettled(world, due, due + GIVE_UP);
  showUsage(usage, await usageOf(world), size, 'delivery');
  console.log(`  load of the machine: ${loadavg()[0]?.toFixed(1)}`);
  const report = reportOf(await readRecords(world, due), size, due, []);
  const isExplained = showStorm(report, null);
  return showGoals(goalsOf(report)) && isExplained;
}

/** @returns the goals of a morning: nothing stands in its way, so no copy is excused */
export function goalsOf({ size, late, lost, doubles, unsent }: Report): Goal[] {
  const all = late.get('all') ?? [];
  const last = all.at(-1) ?? Number.NaN;
  const inTime = all.filter((seconds) => seconds <= WITHIN / SECOND).length;
  return [
    {
      goal: `all accepted within ${WITHIN / MINUTE} minutes`,
      seen: `${inTime} of ${size}, the last after ${last.toFixed(0)} s, ${(all.length / last).toFixed(0)} a second`,
      isMet: inTime === size,
    },
    {
      goal: 'none lost, none double',
      seen: `${lost.length}, ${doubles.length}`,
      isMet: lost.length + doubles.length + unsent.size === 0,
    },
  ];
}
