// Serves the pages below /m/, at /rounds and at /sites/{id}/rounds without a network, as they were opened last. With a network everything comes
// from the server, so that no page runs an old build. What it serves is put into the cache by the page (domain/field-page.ts).
/* global self, caches */

const kept = async (path) => {
  const found = await caches.match(path);
  if (!found) throw new TypeError(`${path} was not opened before`);
  return found;
};

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || /^\/(api|ws)\/|^\/build\.json$/.test(pathname))
    return;
  event.respondWith(fetch(request).catch(() => kept(request.mode === 'navigate' ? '/' : pathname)));
});
self.addEventListener('install', () => self.skipWaiting());
