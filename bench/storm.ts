/**
 * Ten thousand deliveries due in one second, while workers are killed and the provider fails: nothing may be lost, and
 * a second copy may only arrive where we could not know whether the first was sent.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND } from '#domain/time/durations.ts';
import { eventually, type TestProcess } from '#tests/harness/process.ts';
import type { World } from '#tests/harness/world.ts';
import { countOf, engineSynced, plant } from './plant.ts';
import { type Report, reportOf, type StormRecords } from './storm-report.ts';

/** The waiting times of the storm; production has 15, 180 and 60. */
export const STORM = { PROVIDER_TIMEOUT_SECONDS: '15', UNKNOWN_WAIT_SECONDS: '180', RETRY_MINUTE_SECONDS: '10' };

/** Shares of the calls: refused with a 503; accepted, then hung up; the same without an event. */
const REFUSED = 0.05;
const DROPPED = 0.005;
const DROPPED_UNHEARD = 0.005;
const TOLD_PER_SECOND = 40;
const MARGIN = 20 * SECOND;
const GIVE_UP = 25 * 60 * SECOND;
const SAY_EACH = 15 * SECOND;

/**
 * @param kills how often a worker is killed with SIGKILL; it is started again at once
 * @returns the outcome of each delivery
 */
export async function measureStorm(world: World, size: number, kills: number): Promise<Report> {
  await Promise.all([world.web.start(), world.worker.start(), world.secondWorker.start()]);
  await world.isPolling();
  const due = Math.ceil((Date.now() + (size / TOLD_PER_SECOND) * SECOND + MARGIN) / SECOND) * SECOND;
  await plant(world, size, new Date(due));
  await engineSynced(world, due);
  console.log(`  the engine is synced with all ${size}; they are due in ${Math.ceil((due - Date.now()) / SECOND)} s`);
  await world.fault({ mode: 'status', status: 503, rate: REFUSED });
  await world.fault({ mode: 'accept_then_drop', rate: DROPPED });
  await world.fault({ mode: 'accept_then_drop', silent: true, rate: DROPPED_UNHEARD });

  const killedAt = await killWorkers(world, size, kills);
  console.log(
    `  ${killedAt.length} kills; the last ${((killedAt.at(-1) ?? due) - due) / SECOND} s after the due second`,
  );
  await allSettled(world, due, due + GIVE_UP);
  return reportOf(await readRecords(world, due), size, due, killedAt);
}

/**
 * Kills one worker after the other while the deliveries go out, each after as many more of them were claimed.
 * @returns when, milliseconds since the epoch
 */
async function killWorkers(world: World, size: number, kills: number): Promise<number[]> {
  const workers = [world.worker, world.secondWorker];
  const up = new Set<TestProcess>(workers);
  const starting = new Set<Promise<void>>();
  const killedAt: number[] = [];
  for (let kill = 1; kill <= kills; kill++) {
    await eventually(
      () => claimedOf(world),
      (claimed) => claimed >= (size * kill) / (kills + 1),
      GIVE_UP,
    );
    await eventually(
      async () => up.size,
      (running) => running > 0,
      GIVE_UP,
    );
    const turn = workers[kill % workers.length] as TestProcess;
    const victim = up.has(turn) ? turn : ([...up][0] as TestProcess);
    up.delete(victim);
    killedAt.push(Date.now());
    await victim.kill();
    const started = victim.start().then(() => {
      up.add(victim);
      starting.delete(started);
    });
    starting.add(started);
  }
  await Promise.all(starting);
  return killedAt;
}

async function claimedOf(world: World): Promise<number> {
  const [row] = await world.query<{ count: string }>('select count(distinct delivery_id) from delivery_attempts');
  return Number(row?.count);
}

/** Waits until what is due at one instant is sent or failed. @param until when to stop waiting */
export async function allSettled(world: World, due: number, until: number): Promise<void> {
  for (let saidAt = Date.now(); ; ) {
    const pending = await countOf(world, `status = 'pending' and scheduled_time = '${new Date(due).toISOString()}'`);
    if (pending === 0 || Date.now() > until) return;
    if (Date.now() > saidAt + SAY_EACH) {
      saidAt = Date.now();
      console.log(`  ${pending} are still to be settled`);
    }
    await sleep(SECOND / 2);
  }
}

/** Everything on record about what was due at one instant: ours, and the provider's. */
export async function readRecords(world: World, due: number): Promise<StormRecords> {
  const [attempts, deliveries, response] = await Promise.all([
    world.query<StormRecords['attempts'][number]>(
      `select id, delivery_id, state, rejection, reason, (extract(epoch from started_at) * 1000)::float8 as started_at
       from delivery_attempts order by delivery_id, n`,
    ),
    world.query<StormRecords['deliveries'][number]>(
      'select id, recipient_email, status, failure_code from deliveries where scheduled_time = ?',
      [new Date(due)],
    ),
    fetch(`${world.env.SENDGRID_BASE_URL}/api/messages?body=none`),
  ]);
  return { attempts, deliveries, messages: (await response.json()) as StormRecords['messages'] };
}
