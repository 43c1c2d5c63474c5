import { eventually } from './process.ts';

const WAITING = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

/**
 * Returns once connections to the database wait for a lock.
 * @param query of that database
 * @param count how many of them
 * @param isOver whether there is nothing left that could wait: returns then, too
 */
export async function untilLockWait(
  query: (sql: string) => Promise<readonly unknown[]>,
  count = 1,
  isOver: () => boolean = () => false,
): Promise<void> {
  await eventually(
    async () => isOver() || (await query(WAITING)).length >= count,
    (isSo) => isSo,
  );
}
