import { useEffect, useState } from 'react';

/**
 * Looks something up while a person types, with code that is loaded on demand.
 * @param key what to look up; empty for nothing
 * @param lookUp must depend on the key only; its signal is aborted when the key changes
 * @returns the result for this key; null until then, and where the code cannot be loaded: the server checks as well
 */
export function useLookedUp<T>(key: string, lookUp: (signal: AbortSignal) => Promise<T>): T | null {
  const [found, setFound] = useState<{ key: string; value: T } | null>(null);
  useEffect(() => {
    if (!key) return;
    const stop = new AbortController();
    lookUp(stop.signal).then(
      // Results come in any order: an earlier one must not replace a later one.
      (value) => !stop.signal.aborted && setFound({ key, value }),
      () => {},
    );
    return () => stop.abort();
  }, [key]);
  return found?.key === key ? found.value : null;
}
