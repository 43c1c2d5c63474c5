/** What the web process holds through minutes of load on its pages. */
import { step } from '#dev/terminal.ts';
import { MEGABYTE } from '#domain/content/content.ts';
import { MINUTE, SECOND } from '#domain/time/durations.ts';
import type { World } from '#tests/harness/world.ts';
import { showGoals } from './goals.ts';
import { memoryOf } from './memory.ts';
import { load, PAGES, personWithItems } from './throughput.ts';

const GOAL = 512 * MEGABYTE;
/** How long one page is loaded before the next one. */
const TURN_SECONDS = 27;

/**
 * Loads the pages in turn.
 * @returns whether the process stayed below the goal, and no page failed
 */
export async function measureWebMemory(world: World, minutes: number): Promise<boolean> {
  await world.web.start();
  const cookie = await personWithItems(world);
  const until = Date.now() + minutes * MINUTE;
  const rows: { page: string; requests: number; failed: number; 'MiB now': string }[] = [];
  const pages = Object.entries(PAGES);
  for (let turn = 0; Date.now() < until; turn++) {
    const [path, who] = pages[turn % pages.length] as (typeof pages)[number];
    const seconds = Math.max(1, Math.min(TURN_SECONDS, Math.round((until - Date.now()) / SECOND)));
    const seen = await step(path, () => load(`${world.origin}${path}`, who === 'visitors' ? '' : cookie, seconds));
    const now = inMebibytes(memoryOf(world.web.pid, 'VmRSS'));
    rows.push({
      page: path,
      requests: Math.round(seen.requests.average * seconds),
      failed: seen.non2xx + seen.errors,
      'MiB now': now,
    });
  }
  console.table(rows);
  const peak = memoryOf(world.web.pid, 'VmHWM');
  const failed = rows.reduce((sum, row) => sum + row.failed, 0);
  return showGoals([
    {
      goal: `the web process stays under ${inMebibytes(GOAL)} MiB through ${minutes} minutes of load`,
      seen: `${inMebibytes(peak)} MiB at most`,
      isMet: peak < GOAL,
    },
    { goal: 'no request fails', seen: `${failed}`, isMet: failed === 0 },
  ]);
}

const inMebibytes = (bytes: number) => (bytes / MEGABYTE).toFixed(0);
