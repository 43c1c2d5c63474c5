/** An address for the original in this browser alone: a service worker asks this page for its bytes. */
import type { Opened } from './opener.ts';
import type { ServedRequest } from './protocol.ts';

const WORKER = '/open-sealed-worker.js';
/** In milliseconds: browsers stop a service worker that hears nothing for half a minute. */
const SAY_STAY_EACH = 5_000;

/**
 * Registers the service worker for this page alone, until the page is left.
 * @returns the address of the original below this page's own; null where this browser has no service workers for it
 */
export async function originalOf(opened: Opened): Promise<string | null> {
  const container = navigator.serviceWorker;
  if (!container) return null;
  const token = crypto.randomUUID();
  container.addEventListener('message', ({ data }: MessageEvent<ServedRequest & { token: string }>) => {
    if (data.token === token) opened.serve(data);
  });
  try {
    const registration = await container.register(WORKER, { scope: location.pathname, updateViaCache: 'none' });
    addEventListener('pagehide', () => void registration.unregister());
    const worker = registration.installing ?? registration.waiting ?? registration.active;
    if (!worker) return null;
    await activated(worker);
    await takenOver(container, worker);
    stayWhileServed(opened, worker);
    return `${location.pathname}/original/${token}`;
  } catch {
    // A private window, or site data is switched off.
    return null;
  }
}

function activated(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (worker.state === 'activated') resolve();
      if (worker.state === 'redundant') reject(new Error('The service worker was not installed.'));
    };
    worker.addEventListener('statechange', look);
    look();
  });
}

/** A page that another service worker serves, or none, is taken over without being loaded again. */
function takenOver(container: ServiceWorkerContainer, worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (container.controller?.scriptURL === worker.scriptURL) resolve();
    };
    container.addEventListener('controllerchange', look);
    worker.postMessage('claim');
    look();
  });
}

function stayWhileServed(opened: Opened, worker: ServiceWorker): void {
  let said = 0;
  opened.onServed(() => {
    if (Date.now() - said < SAY_STAY_EACH) return;
    said = Date.now();
    worker.postMessage('stay');
  });
}
