/** How long a line may become, and what whoever comes to a full one is told. */
export interface Line {
  most: number;
  refusal: () => Error;
}

/**
 * So many at a time; the others wait in line, in the order in which they came.
 * @param count how many places there are
 * @param line without one, as many wait as come
 * @returns what runs work in a place, and gives what the work gives
 */
export function places(count: number, line?: Line): <T>(work: () => Promise<T>) => Promise<T> {
  let taken = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (taken < count) taken++;
    else if (line && waiting.length >= line.most) throw line.refusal();
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
