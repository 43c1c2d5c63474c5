/** What the scripts of every page begin with, the application's and the visitors'. */
// First of all: the code that signing in left in the address goes before anything else runs.
import './session-token.ts';

const A_WHILE = 3_000;

// For the day when we cannot be reached. Nothing waits for it, and where it is refused the browser's own page comes.
setTimeout(() => navigator.serviceWorker?.register('/offline-worker.js').catch(() => {}), A_WHILE);
