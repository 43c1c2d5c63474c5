/** In a file of its own: every page of the browser loads it, and needs no table of statuses. */

/** @returns the sentence of a thrown `errorResponse`; null for an error of the router, which is for developers */
export function refusalMessage(data: unknown): string | null {
  return typeof data === 'string' && !data.startsWith('Error:') ? data.trim() : null;
}
