/* Everything the page needs, kept after the first visit. The build fills in the list and its version. A new version
 * waits until every tab of the old one is closed, so that an update never breaks a running game. */
const VERSION = '__VERSION__';
const FILES = __FILES__;
const CACHE = `azulejo-${VERSION}`;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES.map((f) => new Request(f, { cache: 'reload' })))));
});

async function dropOldCaches() {
  const names = await caches.keys();
  await Promise.all(names.filter((n) => n.startsWith('azulejo-') && n !== CACHE).map((n) => caches.delete(n)));
}

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOldCaches().then(() => self.clients.claim()));
});

async function answer(request) {
  const cache = await caches.open(CACHE);
  const page = request.mode === 'navigate' ? await cache.match('./', { ignoreVary: true }) : undefined;
  return page ?? (await cache.match(request, { ignoreSearch: true, ignoreVary: true })) ?? fetch(request);
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method === 'GET' && new URL(request.url).origin === location.origin) event.respondWith(answer(request));
});
