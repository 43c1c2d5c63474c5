/**
 * The engine loses its store while a million deliveries and 200,000 protocols wait. They are announced to the new store at
 * some hundred a second, for an hour or more. Meanwhile deliveries fall due and owners edit at a steady pace: both must not
 * notice. A part of the announcement is watched.
 */
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY, MINUTE, SECOND } from '#domain/time/durations.ts';
import { eventually } from '#tests/harness/process.ts';
import type { World } from '#tests/harness/world.ts';
import { createWriter } from '#tests/harness/writer.ts';
import { type Progress, progressOf, readShards } from './announcement.ts';
import { createEditors, type Editors, editSteadily } from './edits.ts';
import { type Goal, showGoals } from './goals.ts';
import { plantMillion } from './plant-million.ts';
import { showUsage, usageOf } from './processor.ts';
import { percentile } from './table.ts';

const DUE_PER_SECOND = 10;
const EDITS_PER_SECOND = 5;
const GOALS = { late: 2, edit: 100, ahead: 100 };
const PLANTED_AT_ONCE = 2_000;
/** From the planting of what falls due to the first of it. */
const LEAD = 10 * SECOND;
const LOOK_EACH = 30 * SECOND;
/** After the window, until everything that was due is sent. */
const GRACE = 2 * MINUTE;

/** How a steady load of deliveries and edits went. */
interface Load {
  /** From due to accepted, in seconds, sorted, of those that arrived. */
  late: number[];
  lost: number;
  doubled: number;
  /** How long the answers to edits took, in milliseconds, sorted. */
  edits: number[];
  failedEdits: number;
}

/** What the window after the loss showed. */
export interface Window extends Load {
  minutes: number;
  /** Deliveries and protocols that the lost store had. */
  waiting: number;
  /** Looks at the rows, in order. */
  looks: Progress[];
}

/**
 * @param size how many deliveries; a fifth as many protocols
 * @param minutes how long it is watched
 * @returns whether the goals are met
 */
export async function measureMillion(world: World, size: number, minutes: number): Promise<boolean> {
  await Promise.all([world.web.start(), world.worker.start()]);
  await world.isPolling();
  const editors = await createEditors(world);
  await eventually(() => generationOf(world), Boolean);
  const protocols = Math.ceil(size / 5);
  console.log(`Planting ${size} deliveries and ${protocols} protocols, all known to the engine`);
  await plantMillion(world.env.DATABASE_URL as string, size);
  console.log('A minute with the engine as it is, to compare with');
  showLoad(await underLoad(world, editors, { minutes: 1, syncedRevision: 0 }, () => {}));
  console.log(`The engine loses its store. Load of the machine: ${inWords(loadavg())}`);
  const looks: Progress[] = [];
  const usage = await usageOf(world);
  const load = await underLoad(world, editors, { minutes, syncedRevision: 1 }, async (until) => {
    await world.loseEngine();
    await world.engine.start();
    await look(world, until, looks);
  });
  console.log(`Load of the machine at the end: ${inWords(loadavg())}`);
  // The engine is another process since.
  const before = { ...usage, seconds: { ...usage.seconds, engine: 0 } };
  showUsage(before, await usageOf(world), announcedIn(looks), 'row that was announced');
  return showWindow({ ...load, minutes, waiting: size + protocols, looks });
}

/** Has deliveries fall due and owners edit, both steadily, while something else happens. */
async function underLoad(
  world: World,
  editors: Editors,
  { minutes, syncedRevision }: { minutes: number; syncedRevision: number },
  meanwhile: (until: number) => Promise<void> | void,
): Promise<Load> {
  const { began, due } = await plantDue(world, minutes * (MINUTE / SECOND) * DUE_PER_SECOND, syncedRevision);
  const until = began + minutes * MINUTE;
  const edits = sleep(Math.max(0, began - Date.now())).then(() => editSteadily(editors, EDITS_PER_SECOND, until));
  await meanwhile(until);
  const { waits, failures } = await edits;
  for (const failure of failures.slice(0, 3)) console.log(`  ${failure.message}`);
  return { ...(await arrivalsOf(world, due)), edits: waits, failedEdits: failures.length };
}

/**
 * Plants what falls due.
 * @param syncedRevision 1 where the engine has it, 0 where it does not yet
 * @returns when the first is due, and when each is, by address
 */
async function plantDue(
  world: World,
  count: number,
  syncedRevision: number,
): Promise<{ began: number; due: Map<string, number> }> {
  const writer = await createWriter(world);
  const far = new Date(Date.now() + DAY);
  for (let first = 0; first < count; first += PLANTED_AT_ONCE) {
    const size = Math.min(PLANTED_AT_ONCE, count - first);
    await writer.plant(
      Array.from({ length: size }, (_, index) => ({ to: `${writer.id}-${first + index}@example.com` })),
      far,
    );
  }
  const began = Date.now() + LEAD;
  const rows = await world.query<{ to: string; due: Date }>(
    `update deliveries d set scheduled_time = n.due, next_attempt_at = n.due, synced_revision = ?, engine_checked_at = now(),
       synced_generation = (select generation from engine_store)
     from (select id, ?::timestamptz + (row_number() over (order by id) - 1) * interval '${SECOND / DUE_PER_SECOND} ms' as due
       from deliveries where owner_id = ?) as n
     where d.id = n.id returning recipient_email as to, next_attempt_at as due`,
    [syncedRevision, new Date(began), writer.id],
  );
  return { began, due: new Map(rows.map(({ to, due }) => [to, new Date(due).getTime()])) };
}

/** Looks at the rows until the end of the window, and prints how far they are. @param looks what it saw is added here */
async function look(world: World, until: number, looks: Progress[]): Promise<void> {
  const began = Date.now();
  await eventually(
    () => generationOf(world),
    (generation) => generation === 2,
  );
  console.log(`  the new store was recognised ${((Date.now() - began) / SECOND).toFixed(1)} s after its start`);
  while (Date.now() < until) {
    await sleep(Math.min(LOOK_EACH, Math.max(0, until - Date.now())));
    const seen = progressOf(await readShards(world));
    looks.push(seen);
    console.log(`  ${seen.synced} are announced; at most ${seen.ahead} of a shard ahead of their turn`);
  }
}

async function generationOf(world: World): Promise<number> {
  const [row] = await world.query<{ generation: number }>('select generation from engine_store');
  return row?.generation ?? 0;
}

/** What the provider accepted, by its own record. @param due when each was due, by address */
async function arrivalsOf(world: World, due: ReadonlyMap<string, number>) {
  const until = Date.now() + GRACE;
  for (;;) {
    const messages = (await world.outlines()).filter(({ to }) => due.has(to));
    const first = new Map<string, number>();
    for (const { to, accepted_at } of messages)
      first.set(to, Math.min(first.get(to) ?? Number.POSITIVE_INFINITY, Date.parse(accepted_at)));
    if (first.size === due.size || Date.now() > until) {
      const late = [...first].map(([to, at]) => (at - (due.get(to) ?? 0)) / SECOND).sort((a, b) => a - b);
      return { late, lost: due.size - first.size, doubled: messages.length - first.size };
    }
    await sleep(SECOND);
  }
}

/** Prints what a window showed. @returns whether the goals are met */
export function showWindow(window: Window): boolean {
  const { minutes, waiting, looks } = window;
  const announced = announcedIn(looks);
  const rate = announced / (minutes * (MINUTE / SECOND));
  const areMet = showGoals(goalsOf(window));
  console.log(`Seen in ${minutes} minutes: ${announced} of ${waiting} were announced, ${rate.toFixed(0)} a second.`);
  console.log(
    `Extrapolated, not seen: at this rate the whole announcement takes ${(waiting / rate / 60).toFixed(0)} minutes.`,
  );
  showLoad(window);
  return areMet;
}

function showLoad({ late, edits }: Load): void {
  const inRow = (what: string, sorted: readonly number[]) => ({
    what,
    ...Object.fromEntries(
      [0.5, 0.9, 0.99, 1].map((share) => [`p${share * 100}`, percentile(sorted, share).toFixed(2)]),
    ),
  });
  console.table([inRow('from due to accepted, s', late), inRow('edits, ms', edits)]);
}

/** @returns the goals of a window. Numbers of which there are none miss their goal */
export function goalsOf({ late, lost, doubled, edits, failedEdits, looks }: Window): Goal[] {
  const [late99, edit99] = [percentile(late, 0.99), percentile(edits, 0.99)];
  const ahead = Math.max(...looks.map((look) => look.ahead));
  const middle = Math.floor(looks.length / 2);
  return [
    {
      goal: `accepted within ${GOALS.late} s of due, p99`,
      seen: `${late99.toFixed(2)} s, of ${late.length}`,
      isMet: late99 <= GOALS.late,
    },
    { goal: 'none lost, none double', seen: `${lost}, ${doubled}`, isMet: lost + doubled === 0 },
    {
      goal: `edits answered within ${GOALS.edit} ms, p99`,
      seen: `${edit99.toFixed(0)} ms, of ${edits.length}`,
      isMet: edit99 <= GOALS.edit,
    },
    { goal: 'no edit refused', seen: `${failedEdits}`, isMet: failedEdits === 0 },
    {
      goal: `nearest due first: in a shard at most a batch of ${GOALS.ahead} ahead`,
      seen: `${ahead}, in ${looks.length} looks`,
      isMet: looks.length > 0 && ahead <= GOALS.ahead,
    },
    {
      goal: 'the announcement goes on until it is done',
      seen: `${announcedIn(looks.slice(0, middle))} halfway, ${announcedIn(looks)} at the end`,
      isMet: looks.at(-1)?.isDone === true || announcedIn(looks) > announcedIn(looks.slice(0, middle)),
    },
  ];
}

const announcedIn = (looks: readonly Progress[]) => looks.at(-1)?.synced ?? 0;
const inWords = (load: readonly number[]) => load.map((one) => one.toFixed(1)).join(' ');
