/** What sleeping deliveries cost the worker: its memory, and its processor time while nothing is due. */
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY, MINUTE, SECOND } from '#domain/time/durations.ts';
import type { World } from '#tests/harness/world.ts';
import { engineSynced, plant } from './plant.ts';

const GOALS = { mebibytes: 300, percent: 2 };
const MEBIBYTE = 1_048_576;
/** Long enough to collect the garbage of a start or of a batch: only the cost of sleeping is measured. */
const WATCH = MINUTE;
/** Processor seconds a second below which the worker counts as quiet. */
const QUIET = 0.05;
const LOOK_EACH = 5 * SECOND;
/** The engine still gives out first tasks after it was synced; on a busy machine for long. */
const QUIET_WITHIN = 40 * MINUTE;
const SAY_EACH = MINUTE;
/** A machine that syncs fewer deliveries a second is too slow to wait for. */
const TOLD_PER_SECOND = 40;
const SPARE = 2 * MINUTE;

/** What a process uses: resident bytes, and processor seconds since its start. */
interface Usage {
  bytes: number;
  cpu: number;
}

/**
 * @param size how many sleep
 * @returns whether the goals are met, both times
 */
export async function measureSleeping(world: World, size: number): Promise<boolean> {
  console.log(`${size} deliveries that sleep for forty years`);
  await plant(world, size, new Date(Date.now() + 40 * 365 * DAY));
  await world.worker.start();
  await world.isPolling();
  const began = Date.now();
  await engineSynced(world, began + (size / TOLD_PER_SECOND) * SECOND + SPARE);
  console.log(`  the engine was synced with ${(size / ((Date.now() - began) / SECOND)).toFixed(0)} a second`);
  const synced = await atRest(world);
  await world.worker.kill('SIGTERM');
  await world.worker.start();
  await world.isPolling();
  const restarted = await atRest(world);
  console.table({ 'after syncing the engine': inWords(synced), 'after a restart': inWords(restarted) });
  const areGoalsMet = [synced, restarted].every(
    ({ bytes, percent }) => bytes < GOALS.mebibytes * MEBIBYTE && percent < GOALS.percent,
  );
  const goals = `under ${GOALS.mebibytes} MiB and ${GOALS.percent} % of a processor`;
  console.log(areGoalsMet ? `Goals met: ${goals}.` : `GOALS NOT MET: ${goals}.`);
  return areGoalsMet;
}

/** @returns what the worker uses once syncing is over, also for the engine */
async function atRest(world: World): Promise<{ bytes: number; percent: number }> {
  const deadline = Date.now() + QUIET_WITHIN;
  for (let last = (await usageOf(world)).cpu, saidAt = Date.now(); ; ) {
    await sleep(LOOK_EACH);
    const { cpu } = await usageOf(world);
    if (cpu - last < QUIET * (LOOK_EACH / SECOND)) break;
    if (Date.now() > deadline) throw new Error('The worker did not come to rest in time.');
    if (Date.now() > saidAt + SAY_EACH) {
      saidAt = Date.now();
      console.log('  the worker is still at work');
    }
    last = cpu;
  }
  const before = await usageOf(world);
  await sleep(WATCH);
  const after = await usageOf(world);
  return { bytes: after.bytes, percent: ((after.cpu - before.cpu) / (WATCH / SECOND)) * 100 };
}

/** From the worker's own metrics. */
async function usageOf(world: World): Promise<Usage> {
  const response = await fetch(`http://127.0.0.1:${world.env.WORKER_PORT}/metrics`);
  const metrics = await response.text();
  const metric = (name: string) => {
    const value = Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1]);
    if (Number.isNaN(value)) throw new Error(`The worker has no metric ${name}.`);
    return value;
  };
  return { bytes: metric('process_resident_memory_bytes'), cpu: metric('process_cpu_seconds_total') };
}

const inWords = ({ bytes, percent }: { bytes: number; percent: number }) => ({
  'worker MiB': (bytes / MEBIBYTE).toFixed(0),
  'idle CPU %': percent.toFixed(1),
});
