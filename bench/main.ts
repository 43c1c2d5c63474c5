/**
 * `npm run bench`: how late deliveries are when many are due in the same second, against what the engine itself takes
 * for a bare timer and one activity that does nothing, on the same server in the same run. Machines differ and are
 * noisy: read the ratios.
 *
 *   npm run bench                  everything
 *   npm run bench -- 100 1000      these sizes only
 *   npm run bench -- sleeping      what ten thousand sleeping deliveries cost
 *   npm run bench -- vault         files through the product against the object store alone, memory, long lists
 */
import { startTestServices } from '#tests/harness/start-services.ts';
import { createWorld, type World } from '#tests/harness/world.ts';
import { measureDeliveries } from './deliveries.ts';
import { measureFloor } from './floor.ts';
import { measureSleeping } from './sleeping.ts';
import { type Row, show } from './table.ts';
import { measureVault } from './vault.ts';

const SIZES = [100, 1_000, 3_000, 10_000];
/** Sizes at which the engine alone is measured too: beyond them it takes minutes, and says nothing more. */
const FLOOR_SIZES = new Set([100, 1_000]);
const SLEEPING = 10_000;

const asked = process.argv.slice(2);
const isEverything = asked.length === 0;
const sizes = isEverything ? SIZES : asked.map(Number).filter((size) => size > 0);
const services = await startTestServices();

async function inWorld<T>(measure: (world: World) => Promise<T>): Promise<T> {
  const world = await createWorld(
    { LOG_LEVEL: 'warn', PROVIDER_TIMEOUT_SECONDS: '15', UNKNOWN_WAIT_SECONDS: '180', RETRY_MINUTE_SECONDS: '60' },
    services,
  );
  try {
    return await measure(world);
  } finally {
    await world.stop();
  }
}

try {
  const rows: Row[] = [];
  for (const size of sizes) {
    const floor = FLOOR_SIZES.has(size) ? await inWorld((world) => measureFloor(world, size)) : null;
    if (floor) rows.push(floor);
    rows.push(await inWorld((world) => measureDeliveries(world, size, floor)));
    show(rows);
  }
  if (isEverything || asked.includes('sleeping')) await inWorld((world) => measureSleeping(world, SLEEPING));
  if (isEverything || asked.includes('vault')) await inWorld(measureVault);
} finally {
  await services.stop();
}
