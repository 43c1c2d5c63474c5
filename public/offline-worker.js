/**
 * The service worker. Where no page can be reached, it shows one of ours that says so; it keeps that page and its looks in
 * the browser, and nothing of anybody's. Forms, files and calls do not pass through it.
 */
const KEPT = 'offline-3';
const PAGE = '/offline';
const LOOKS = [
  '/static-pages/base.css',
  '/static-pages/dark.css',
  '/static-pages/newsreader-letter.woff2',
  '/favicon.svg',
];

addEventListener('install', (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll([PAGE, ...LOOKS])));
  skipWaiting();
});

addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([
      caches.keys().then((names) => names.filter((name) => name !== KEPT).map((name) => caches.delete(name))),
      // The page is asked for while this script is still being started.
      registration.navigationPreload?.enable(),
    ]),
  );
});

addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') event.respondWith(page(event).catch(() => caches.match(PAGE)));
  else if (LOOKS.includes(new URL(request.url).pathname))
    event.respondWith(fetch(request).catch(() => caches.match(request, { ignoreSearch: true })));
});

async function page({ request, preloadResponse }) {
  return (await preloadResponse) ?? fetch(request);
}
