/* Everything the page needs, kept after the first visit. The build fills in the list and its version. A new version
 * waits until the visitor asks for it or every tab of the old one is closed, so that an update never breaks a running
 * game. Other tabs go on with the files of the version that they began with, which stay until one tab is left. */
const VERSION = '__VERSION__';
const FILES = __FILES__;
/** The engine that this browser will ask for (src/engine/engine.ts): with SIMD, or without. */
const VECTOR = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];
const SIMD = typeof WebAssembly === 'object' && WebAssembly.validate(Uint8Array.from(VECTOR));
const isWanted = (file) => !file.endsWith('.wasm') || file.includes('azulejo-plain') !== SIMD;
const CACHE = `azulejo-${VERSION}`;
/** What the server says is never kept. */
const LIVE = /^(?:api\/|admin|ws|healthz|readyz|metrics)/;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES.filter(isWanted).map((f) => new Request(f, { cache: 'reload' })))));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});

/** Only while no other tab may still want a file of an older version. */
async function dropOldCaches() {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (windows.length > 1 || self.registration.installing || self.registration.waiting) return;
  const names = await caches.keys();
  await Promise.all(names.filter((n) => n.startsWith('azulejo-') && n !== CACHE).map((n) => caches.delete(n)));
}

self.addEventListener('message', (event) => {
  if (event.data === 'update') event.waitUntil(self.skipWaiting());
  if (event.data === 'begun') event.waitUntil(dropOldCaches());
});

async function answer(request) {
  const cache = await caches.open(CACHE);
  const page = request.mode === 'navigate' ? await cache.match('./', { ignoreVary: true }) : undefined;
  const how = { ignoreSearch: true, ignoreVary: true };
  return page ?? (await cache.match(request, how)) ?? (await caches.match(request, how)) ?? fetch(request);
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { scope } = self.registration;
  if (request.method !== 'GET' || !request.url.startsWith(scope) || LIVE.test(request.url.slice(scope.length))) return;
  event.respondWith(answer(request));
});

/** A notice of one's turn leads back to the table. */
async function showTable() {
  const [open] = await self.clients.matchAll({ type: 'window' });
  await (open ? open.focus() : self.clients.openWindow('./#online'));
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(showTable());
});
