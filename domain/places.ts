/**
 * So many at a time; the others wait in line, in the order in which they came.
 * @param count how many places there are
 * @returns what runs work in a place, and gives what the work gives
 */
export function places(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  let taken = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (taken < count) taken++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else taken--;
    }
  };
}
