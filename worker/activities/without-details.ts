import type { Logger } from '#config/log.ts';

/**
 * A history is readable by operators, and a database's error repeats the row it is about: only its kind gets there.
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
    log.error({ ...about, err: thrown }, 'an activity failed and will be repeated');
    const error = thrown as Error & { code?: unknown };
    const kind = `${error.constructor.name} ${typeof error.code === 'string' ? error.code : ''}`.trim();
    const failure = new Error(`${kind}; see the worker's log`);
    failure.stack = '';
    throw failure;
  }
}
