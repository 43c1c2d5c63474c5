/**
 * For operators: the database's clock is right as it is now, after it jumped. `npm run clock:accept`; with `-- --set-right`
 * where it was set right while no process of ours ran.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readEnv } from '#config/env.ts';
import { initOrm } from '#db/orm.ts';
import { SECOND } from '#domain/time/durations.ts';
import { acceptClock, isClockHeld, resetClock } from '#services/emergency/database-clock.ts';
import { shiftInstants } from '#services/emergency/shift-instants.ts';
import { whyEnded } from './why-ended.ts';

const env = readEnv();
const { values } = parseArgs({ options: { 'set-right': { type: 'boolean', default: false } } });
const isSetRight = values['set-right'];
const orm = await initOrm(env.DATABASE_URL, { pool: 2 });
try {
  const wasHeld = await isClockHeld(orm.em.fork());
  // Of an earlier run that was stopped.
  await shiftAll();
  const accept = () =>
    isSetRight ? resetClock(orm.em.fork()) : acceptClock(orm.em.fork(), env.EMERGENCY_DAY_SECONDS * SECOND);
  let skew = await accept();
  if (skew === 'early') console.log('Waiting until every process has compared the clock: two minutes at most.');
  for (; skew === 'early'; skew = await accept()) {
    await sleep(SECOND);
    await shiftAll();
  }
  await shiftAll();
  console.log(sentenceOf(skew, wasHeld));
} catch (error) {
  console.error(`${whyEnded(error)} When that is mended, run it again.`);
  process.exitCode = 1;
} finally {
  await orm.close(true);
}

async function shiftAll(): Promise<void> {
  while (await shiftInstants(orm.em.fork()));
}

/** @param skew by how much the clock had moved; null where there was nothing more to accept */
function sentenceOf(skew: number | null, wasHeld: boolean): string {
  if (skew !== null && isSetRight)
    return 'The clock of the database is no longer in doubt. What owners did is as old as it was. Protocols and deliveries continue.';
  if (skew !== null)
    return `The clock is accepted. What owners did before it jumped was moved by ${Math.round(skew / SECOND)} seconds, and protocols and deliveries continue.`;
  if (wasHeld) return 'The clock of the database is no longer in doubt. Protocols and deliveries continue.';
  return 'The clock of the database is not in doubt: nothing was changed.';
}
