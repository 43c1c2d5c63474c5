/**
 * Does the same work for each item. Ours, since p-limit and p-map reject while other work is still running, and the
 * transaction that it uses would end.
 * @param limit how many run at a time
 * @throws the first failure, after the running work has ended; no more is started
 */
export async function inParallel<T>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  let failure: { error: unknown } | null = null;
  const lane = async () => {
    for (const item of queue) {
      if (failure) return;
      await work(item).catch((error: unknown) => {
        failure ??= { error };
      });
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane));
  if (failure) throw (failure as { error: unknown }).error;
}
