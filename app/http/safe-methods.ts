const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** @returns whether a request by this method only looks */
export function isSafe(method: string): boolean {
  return SAFE.has(method);
}
