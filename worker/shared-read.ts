/**
 * One read for all gauges of a scrape, which are collected at the same moment. None may show what an earlier scrape read.
 * @returns the same read for all who call while it is under way
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
