/** What ten thousand sleeping deliveries cost the worker: its memory, and its processor time while nothing is due. */
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND } from '#domain/time/durations.ts';
import type { World } from '#tests/harness/world.ts';
import { createWriter } from '#tests/harness/world.ts';

const WATCH = 30 * SECOND;
/** Processor seconds a second below which the worker counts as quiet. */
const QUIET = 0.2;
const QUIET_WITHIN = 240 * SECOND;

/** @param size how many sleep */
export async function measureSleeping(world: World, size: number): Promise<void> {
  const writer = await createWriter(world);
  const due = new Date(Date.now() + 40 * 365 * 86_400 * SECOND);
  for (let done = 0; done < size; done += 20) {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => writer.schedule(`sleeper-${done + index}@example.com`, due)),
    );
  }
  await world.worker.start();
  for (;;) {
    const [open] = await world.query<{ count: string }>(
      'select count(*) from deliveries where revision > synced_revision',
    );
    if (Number(open?.count) === 0) break;
    await sleep(500);
  }
  await untilQuiet(world.worker.pid);
  const before = usage(world.worker.pid);
  await sleep(WATCH);
  const after = usage(world.worker.pid);
  await world.worker.kill('SIGTERM');
  await world.worker.start();
  await world.isPolling();
  await untilQuiet(world.worker.pid);
  const fresh = usage(world.worker.pid);
  console.table([
    {
      sleeping: size,
      'worker MiB after telling the engine': (after.bytes / 1_048_576).toFixed(0),
      'worker MiB after a restart': (fresh.bytes / 1_048_576).toFixed(0),
      'idle CPU %': (((after.cpu - before.cpu) / (WATCH / SECOND)) * 100).toFixed(1),
    },
  ]);
}

/** Being told of ten thousand is work, also for the engine; what sleeping costs shows when that is over. */
async function untilQuiet(pid: number): Promise<void> {
  const deadline = Date.now() + QUIET_WITHIN;
  for (let last = usage(pid).cpu; Date.now() < deadline; ) {
    await sleep(5 * SECOND);
    const now = usage(pid).cpu;
    if (now - last < QUIET * 5) return;
    last = now;
  }
}

/** @returns resident bytes and processor seconds of a process, as `ps` tells them on Linux and macOS */
function usage(pid: number): { bytes: number; cpu: number } {
  const [rss, time] = execFileSync('ps', ['-o', 'rss=,time=', '-p', `${pid}`], { encoding: 'utf8' })
    .trim()
    .split(/\s+/);
  const cpu = (time ?? '').split(/[:-]/).reduce((sum, part) => sum * 60 + Number(part), 0);
  return { bytes: Number(rss) * 1_024, cpu };
}
