/** More than all zones with the formats of one page. A person can write one zone in many ways, so there is a limit. */
const KEPT_MAX = 2_000;

/**
 * Remembers what a pure function returned.
 * @param make called once for the same arguments, which are text and plain objects
 */
export function kept<Args extends unknown[], Result>(make: (...args: Args) => Result): (...args: Args) => Result {
  const made = new Map<string, Result>();
  return (...args) => {
    const key = JSON.stringify(args);
    const known = made.get(key);
    if (known !== undefined) return known;
    if (made.size === KEPT_MAX) made.clear();
    const result = make(...args);
    made.set(key, result);
    return result;
  };
}

/** @returns what `new Type(...)` returns, the same instance for the same arguments */
export function keptNew<Args extends unknown[], Instance>(
  Type: new (...args: Args) => Instance,
): (...args: Args) => Instance {
  return kept((...args) => new Type(...args));
}
