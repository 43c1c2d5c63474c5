import type { Logger } from '#config/log.ts';

/**
 * Operators can read a workflow's history, and a database's error repeats its row: only the kind of the error goes there.
 * @param about ids of what the work is about, for the log
 */
export async function withoutDetails<T>(
  log: Logger,
  about: Record<string, string>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    log.error({ ...about, err: thrown }, 'an activity failed and will be tried again');
    const error = thrown as Error & { code?: unknown };
    const kind = `${error.constructor.name} ${typeof error.code === 'string' ? error.code : ''}`.trim();
    const failure = new Error(`${kind}; see the worker's log`);
    failure.stack = '';
    throw failure;
  }
}
