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
 *   npm run bench -- morning             fifty thousand due in one minute; takes a quarter of an hour
 *   npm run bench -- morning 1000        the same with 1,000
 *   npm run bench -- morning 1000 5000   the same while 5,000 others sleep, which is measured first
 *   npm run bench -- million             the engine's store is lost with a million waiting; ten minutes of what follows
 *   npm run bench -- million 20000 1     the same with 20,000, for a minute
 *   npm run bench -- pages               Lighthouse on the pages that people see first, on a slow phone; pages a second
 *   npm run bench -- throughput          pages a second alone
 *   npm run bench -- memory              what the web process holds through ten minutes of load
 *   npm run bench -- memory 1            the same for a minute
 *   npm run bench -- sign-ins            signing in while others send 200 passwords a second
 *   npm run bench -- visitors            large forms of people without an account, and how long others wait meanwhile
 *   npm run bench -- vault               files through the product against the object store alone, memory, long lists
 *   npm run bench -- vault 128           the speeds alone, of files of 128 MB
 *   npm run bench -- queries             the plans of what workers repeat, at a million deliveries; takes some minutes
 *   npm run bench -- queries 20000       the same at 20,000
 *   npm run bench -- opening             a sealed film of 2 GB, opened in Chromium: heap, pace, seeking
 *   npm run bench -- opening 200         the same with 200 MB
 *   npm run bench -- hostile             how long others wait during uploads of files that are made to be slow
 *   npm run bench -- sealing             a film of 2 GB sealed in Chromium: megabytes a second, and the heap
 *   npm run bench -- sealing 200         the same with 200 MB
 */
import { buildIfChanged } from '#dev/build.ts';
import { step } from '#dev/terminal.ts';
import { MEGABYTE } from '#domain/content/content.ts';
import { startTestServices } from '#tests/harness/start-services.ts';
import { createWorld, type World } from '#tests/harness/world.ts';
import { measureDeliveries } from './deliveries.ts';
import { measureFloor } from './floor.ts';
import { measureHostile } from './hostile.ts';
import { measureMillion } from './million.ts';
import { measureMorning } from './morning.ts';
import { measureOpening } from './opening.ts';
import { measurePages } from './pages.ts';
import { measureQueries } from './queries.ts';
import { measureSealing } from './sealing.ts';
import { measureSignIns } from './sign-ins.ts';
import { measureSleeping } from './sleeping.ts';
import { measureStorm, STORM } from './storm.ts';
import { showStorm } from './storm-report.ts';
import { type Row, show } from './table.ts';
import { measureThroughput } from './throughput.ts';
import { measureVault } from './vault.ts';
import { measureVisitors } from './visitors.ts';
import { measureWebMemory } from './web-memory.ts';

const SIZES = [100, 1_000, 3_000, 10_000];
/** Sizes at which the engine alone is measured too: larger ones take minutes and show nothing more. */
const FLOOR_SIZES = new Set([100, 1_000]);
const STORM_OF = 10_000;
const KILLS = 20;
const SLEEPING = 100_000;
const QUERIED = 1_000_000;
const MORNING = 50_000;
const MILLION = { deliveries: 1_000_000, minutes: 10 };
const MEMORY_MINUTES = 10;
/** In megabytes. */
const FILM = 2_048;
/** As in production. */
const LASTING = { PROVIDER_TIMEOUT_SECONDS: '15', UNKNOWN_WAIT_SECONDS: '180', RETRY_MINUTE_SECONDS: '60' };

const [what, ...rest] = process.argv.slice(2);
const numbers = rest.map(Number).filter((number) => number > 0);
const sizes = what === undefined ? SIZES : [what, ...rest].map(Number).filter((size) => size > 0);
const isAsked = (name: string) => what === undefined || what === name;
// Processes run what is built.
await step('the build', () => buildIfChanged());
const services = await startTestServices();

async function inWorld<T>(measure: (world: World) => Promise<T>, waits = LASTING): Promise<T> {
  const world = await createWorld({ LOG_LEVEL: 'warn', ...waits }, services);
  world.worker = world.workerOf('bench/production-worker.ts', {});
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

async function morning(size = MORNING, asleep = 0): Promise<boolean> {
  return await inWorld(async (world) => {
    const isQuiet = asleep === 0 || (await measureSleeping(world, asleep));
    return (await measureMorning(world, size)) && isQuiet;
  });
}

async function million(deliveries = MILLION.deliveries, minutes = MILLION.minutes): Promise<boolean> {
  return await inWorld((world) => measureMillion(world, deliveries, minutes));
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
  if (isAsked('morning') && !(await morning(...numbers))) process.exitCode = 1;
  if (isAsked('million') && !(await million(...numbers))) process.exitCode = 1;
  if (isAsked('queries') && !(await measureQueries(services, numbers[0] ?? QUERIED))) process.exitCode = 1;
  if (isAsked('pages') && !(await measurePages(services))) process.exitCode = 1;
  if ((isAsked('throughput') || what === 'pages') && !(await inWorld(measureThroughput))) process.exitCode = 1;
  if (isAsked('memory') && !(await inWorld((world) => measureWebMemory(world, numbers[0] ?? MEMORY_MINUTES))))
    process.exitCode = 1;
  if (isAsked('sign-ins') && !(await measureSignIns(services))) process.exitCode = 1;
  if (isAsked('visitors') && !(await measureVisitors(services))) process.exitCode = 1;
  if (isAsked('opening') && !(await measureOpening(services, (numbers[0] ?? FILM) * MEGABYTE))) process.exitCode = 1;
  if (isAsked('vault')) await inWorld((world) => measureVault(world, numbers[0] ? numbers[0] * MEGABYTE : null));
  if (isAsked('sealing') && !(await measureSealing(services, numbers[0] ?? FILM))) process.exitCode = 1;
  if (isAsked('hostile') && !(await inWorld(measureHostile))) process.exitCode = 1;
} finally {
  await services.stop();
}
