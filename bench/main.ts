/**
 * `npm run bench`: how late deliveries are when many are due in the same second, against what the engine itself takes
 * for a bare timer and one activity that does nothing, on the same server in the same run. Machines differ and are
 * noisy: read the ratios.
 *
 *   npm run bench                        everything
 *   npm run bench -- 100 1000            these sizes only
 *   npm run bench -- deliveries          ten thousand due in one second, workers killed 20 times, a provider that fails
 *   npm run bench -- deliveries 500 4    the same with 500 deliveries and 4 kills
 *   npm run bench -- sleeping            what a hundred thousand sleeping deliveries cost; takes most of an hour
 *   npm run bench -- sleeping 20000      the same with 20,000
 *   npm run bench -- pages               Lighthouse on the pages that people see first, on a slow phone; pages a second
 *   npm run bench -- throughput 10       pages a second alone, and ten minutes of load for the memory
 *   npm run bench -- sign-ins            signing in while others send 200 passwords a second
 *   npm run bench -- visitors            large forms of people without an account, and how long others wait meanwhile
 *   npm run bench -- vault               files through the product against the object store alone, memory, long lists
 *   npm run bench -- queries             the plans of what workers repeat, at a million deliveries; takes some minutes
 *   npm run bench -- queries 20000       the same at 20,000
 *   npm run bench -- opening             a sealed film of 2 GB, opened in Chromium: heap, pace, seeking
 *   npm run bench -- opening 200         the same with 200 MB
 *   npm run bench -- hostile             how long others wait during uploads of files that are made to be slow
 */
import { MEGABYTE } from '#domain/content/content.ts';
import { startTestServices } from '#tests/harness/start-services.ts';
import { createWorld, type World } from '#tests/harness/world.ts';
import { measureDeliveries } from './deliveries.ts';
import { measureFloor } from './floor.ts';
import { measureHostile } from './hostile.ts';
import { measureOpening } from './opening.ts';
import { measurePages } from './pages.ts';
import { measureQueries } from './queries.ts';
import { measureSignIns } from './sign-ins.ts';
import { measureSleeping } from './sleeping.ts';
import { measureStorm, STORM } from './storm.ts';
import { showStorm } from './storm-report.ts';
import { type Row, show } from './table.ts';
import { measureThroughput } from './throughput.ts';
import { measureVault } from './vault.ts';
import { measureVisitors } from './visitors.ts';

const SIZES = [100, 1_000, 3_000, 10_000];
/** Sizes at which the engine alone is measured too: larger ones take minutes and show nothing more. */
const FLOOR_SIZES = new Set([100, 1_000]);
const STORM_OF = 10_000;
const KILLS = 20;
const SLEEPING = 100_000;
const QUERIED = 1_000_000;
const FILM_MEGABYTES = 2_048;
/** As in production. */
const LASTING = { PROVIDER_TIMEOUT_SECONDS: '15', UNKNOWN_WAIT_SECONDS: '180', RETRY_MINUTE_SECONDS: '60' };

const [what, ...rest] = process.argv.slice(2);
const numbers = rest.map(Number).filter((number) => number > 0);
const sizes = what === undefined ? SIZES : [what, ...rest].map(Number).filter((size) => size > 0);
const isAsked = (name: string) => what === undefined || what === name;
const services = await startTestServices();

async function inWorld<T>(measure: (world: World) => Promise<T>, waits = LASTING): Promise<T> {
  const world = await createWorld({ LOG_LEVEL: 'warn', ...waits }, services);
  try {
    return await measure(world);
  } finally {
    await world.stop();
  }
}

async function storm(size = STORM_OF, kills = KILLS): Promise<void> {
  console.log(`${size} deliveries due in one second, ${kills} kills; waits: ${JSON.stringify(STORM)}`);
  const floor = await inWorld((world) => measureFloor(world, size));
  show([floor]);
  const report = await inWorld((world) => measureStorm(world, size, kills), STORM);
  if (!showStorm(report, floor)) process.exitCode = 1;
}

try {
  const rows: Row[] = [];
  for (const size of what === undefined || Number(what) > 0 ? sizes : []) {
    const floor = FLOOR_SIZES.has(size) ? await inWorld((world) => measureFloor(world, size)) : null;
    if (floor) rows.push(floor);
    rows.push(await inWorld((world) => measureDeliveries(world, size, floor)));
    show(rows);
  }
  if (isAsked('deliveries')) await storm(...numbers);
  if (isAsked('sleeping') && !(await inWorld((world) => measureSleeping(world, numbers[0] ?? SLEEPING))))
    process.exitCode = 1;
  if (isAsked('queries') && !(await measureQueries(services, numbers[0] ?? QUERIED))) process.exitCode = 1;
  if (isAsked('pages') && !(await measurePages(services))) process.exitCode = 1;
  if ((isAsked('throughput') || what === 'pages') && !(await inWorld((world) => measureThroughput(world, numbers[0]))))
    process.exitCode = 1;
  if (isAsked('sign-ins') && !(await measureSignIns(services))) process.exitCode = 1;
  if (isAsked('visitors') && !(await measureVisitors(services))) process.exitCode = 1;
  if (isAsked('opening') && !(await measureOpening(services, (numbers[0] ?? FILM_MEGABYTES) * MEGABYTE)))
    process.exitCode = 1;
  if (isAsked('vault')) await inWorld(measureVault);
  if (isAsked('hostile') && !(await inWorld(measureHostile))) process.exitCode = 1;
} finally {
  await services.stop();
}
