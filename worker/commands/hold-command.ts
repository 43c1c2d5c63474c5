/** What the commands `hold` and `unhold` have in common. */
import { parseArgs } from 'node:util';
import { readEnv } from '#config/env.ts';
import { initOrm } from '#db/orm.ts';
import { isId } from '#domain/ids.ts';
import { holdDeliveries, unholdDeliveries } from '#services/deliveries/hold.ts';
import { whyEnded } from './why-ended.ts';

/** @param command what the operator called */
export async function runHold(command: 'hold' | 'unhold'): Promise<void> {
  const { values, positionals } = parseArgs({ options: { all: { type: 'boolean' } }, allowPositionals: true });
  const areIds = positionals.every((id) => isId(id));
  if (!areIds || (values.all === true) === positionals.length > 0) {
    console.error(`Which ones? npm run ${command} -- <delivery id> [<delivery id> ...], or --all`);
    process.exitCode = 1;
    return;
  }
  const ids = values.all ? null : positionals;
  const orm = await initOrm(readEnv().DATABASE_URL, { pool: 2 });
  try {
    console.log(command === 'hold' ? await holding() : await lettingGo());
  } catch (error) {
    console.error(`${whyEnded(error)} When that is mended, run it again.`);
    process.exitCode = 1;
  } finally {
    await orm.close(true);
  }

  async function holding(): Promise<string> {
    const count = await holdDeliveries(orm.em.fork(), ids);
    return `${of(count)} held now. Nothing sends them until npm run unhold. ${rest(count, 'pending, or held before')}`;
  }

  async function lettingGo(): Promise<string> {
    const { count, due } = await unholdDeliveries(orm.em.fork(), ids);
    return `${of(count)} let go: ${due} of them now, the others on their dates. ${rest(count, 'held')}`;
  }

  function rest(count: number, what: string): string {
    return ids === null || count === ids.length ? '' : `${ids.length - count} of these were not ${what}.`;
  }
}

function of(count: number): string {
  return count === 1 ? '1 delivery is' : `${count} deliveries are`;
}
