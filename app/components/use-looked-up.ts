import { useEffect, useState } from 'react';

/**
 * Looks something up while it is being typed, by what is too heavy to come with the page and is fetched on demand.
 * @param key what is looked up; empty where there is nothing to look up
 * @param lookUp must depend on nothing but the key
 * @returns what was found for this key; null until then, and where it cannot be fetched: the server looks as well
 */
export function useLookedUp<T>(key: string, lookUp: () => Promise<T>): T | null {
  const [found, setFound] = useState<{ key: string; value: T } | null>(null);
  useEffect(() => {
    if (key)
      lookUp().then(
        (value) => setFound({ key, value }),
        () => {},
      );
  }, [key]);
  return found?.key === key ? found.value : null;
}
