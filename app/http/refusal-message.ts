/** In a file of its own: every page of the browser loads it, and needs no table of statuses. */

/** What a page throws where its visitor can do something else instead. */
export interface LinkedRefusal {
  message: string;
  link: { to: string; label: string };
}

/** @returns the link of a thrown `LinkedRefusal`; null for every other error */
export function refusalLink(data: unknown): LinkedRefusal['link'] | null {
  return isLinked(data) ? data.link : null;
}

function isLinked(data: unknown): data is LinkedRefusal {
  return typeof data === 'object' && data !== null && 'link' in data && 'message' in data;
}

/** @returns the sentence of a thrown refusal; null for an error of the router, which is for developers */
export function refusalMessage(data: unknown): string | null {
  if (isLinked(data)) return data.message;
  return typeof data === 'string' && !data.startsWith('Error:') ? data.trim() : null;
}
