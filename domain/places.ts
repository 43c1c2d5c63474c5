/**
 * So many at a time; the others wait in line, in the order in which they came.
 * @param count how many places there are
 * @returns what runs work in a place, and gives what the work gives
 */
export function places(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  let taken = 0;
  const line: (() => void)[] = [];
  return async (work) => {
    if (taken >= count) await new Promise<void>((resolve) => line.push(resolve));
    else taken++;
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next) next();
      else taken--;
    }
  };
}
