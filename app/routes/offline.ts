import { offlinePage } from '#app/plain/offline-page.ts';
import { plainResponse } from '#app/plain/page.ts';

/** For browsers to keep (public/offline-worker.js). */
export function loader(): Response {
  return plainResponse(offlinePage());
}
