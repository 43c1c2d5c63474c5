/**
 * One read for all the gauges of a scrape: they are asked at the same moment, and none may show what an earlier scrape has
 * read.
 * @returns the same read, shared by whoever asks while it is under way
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
