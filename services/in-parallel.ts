/**
 * Does the same to many things, some at a time.
 * @param limit how many at a time
 * @throws what the first failure threw, after those under way have ended; what had not begun is not begun
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
