/**
 * Shares one read among all gauges of a scrape, which are collected at the same moment. It caches nothing beyond that.
 * @returns a function whose concurrent callers get the same read
 */
export function sharedRead<T>(read: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | null = null;
  return () => {
    underWay ??= read().finally(() => {
      underWay = null;
    });
    return underWay;
  };
}
