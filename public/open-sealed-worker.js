/**
 * The service worker of the pages that open a sealed item (app/sealed/opening). It asks the page for the bytes of a film that
 * is played, or of a file that is saved, and hands them on. It has no key, keeps nothing, may fetch nothing by its policy,
 * and leaves every other request alone. When the browser stops it, nothing is lost: the page has everything.
 */
const ORIGINAL = /\/original\/([\w-]+)$/;

addEventListener('install', () => skipWaiting());

addEventListener('activate', (event) => event.waitUntil(clients.claim()));

// The page asks for its requests, and says while bytes flow that this worker must not be stopped.
addEventListener('message', (event) => event.waitUntil(clients.claim()));

addEventListener('fetch', (event) => {
  const { pathname, search } = new URL(event.request.url);
  const token = ORIGINAL.exec(pathname)?.[1];
  if (token) event.respondWith(original(event.request.headers.get('range'), token, search === '?download'));
});

/** Asks each page that this worker serves; the one that made the token answers. */
async function original(range, token, isDownload) {
  const pages = await clients.matchAll({ type: 'window' });
  if (pages.length === 0) return new Response(null, { status: 404 });
  const asked = pages.map((page) => {
    const { port1: port, port2 } = new MessageChannel();
    page.postMessage({ token, range, isDownload, port: port2 }, [port2]);
    return new Promise((resolve) => {
      port.onmessage = ({ data: { status, headers } }) => resolve({ port, status, headers });
    });
  });
  const { port, ...init } = await Promise.race(asked);
  return new Response(streamOf(port), init);
}

/** No piece is asked for before the browser wants it. Then it has taken the one before, whose memory is given back. */
function streamOf(port) {
  let before = null;
  const pull = (controller) =>
    new Promise((resolve) => {
      port.onmessage = ({ data }) => {
        if (data === null) controller.close();
        else if (data === 'failed') controller.error(new Error('The original could not be read.'));
        else controller.enqueue(data);
        before = data?.buffer ?? null;
        resolve();
      };
      before?.transfer?.(0);
      port.postMessage('more');
    });
  return new ReadableStream({ pull, cancel: () => port.postMessage('stop') }, { highWaterMark: 0 });
}
