import { useEffect, useState } from 'react';

/**
 * Looks something up while it is being typed, by what is too heavy to come with the page and is fetched on demand.
 * @param key what is looked up; empty where there is nothing to look up
 * @param lookUp must depend on nothing but the key; its signal is aborted when another key takes its place
 * @returns what was found for this key; null until then, and where it cannot be fetched: the server looks as well
 */
export function useLookedUp<T>(key: string, lookUp: (signal: AbortSignal) => Promise<T>): T | null {
  const [found, setFound] = useState<{ key: string; value: T } | null>(null);
  useEffect(() => {
    if (!key) return;
    const stop = new AbortController();
    lookUp(stop.signal).then(
      // What is fetched on demand comes in any order: a later answer must not give way to an earlier one.
      (value) => !stop.signal.aborted && setFound({ key, value }),
      () => {},
    );
    return () => stop.abort();
  }, [key]);
  return found?.key === key ? found.value : null;
}
