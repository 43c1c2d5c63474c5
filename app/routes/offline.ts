import { offlinePage } from '#app/plain/offline-page.ts';
import { plainResponse } from '#app/plain/page.ts';

/** For browsers to keep (public/offline-worker.js), so its light is the system's: it outlasts whatever is chosen. */
export function loader(): Response {
  return plainResponse(offlinePage());
}
