/** The room on a phone's first page: what was loaded once opens without a network, and says so.
 *
 * Only files of the page are kept. Calls and the line of the table never pass through here, so nothing old
 * is ever shown as if it were new.
 */
const KEPT = "croupier-1";
const OFFLINE = ["offline.html", "offline.css", "icon-192.png"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(OFFLINE)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const old = async () =>
    Promise.all((await caches.keys()).filter((name) => name !== KEPT).map((name) => caches.delete(name)));
  event.waitUntil(old().then(() => self.clients.claim()));
});

/** The page itself comes from the room, so that it is never older than its tables. */
async function page(request) {
  try {
    return await fetch(request);
  } catch {
    return caches.match("offline.html");
  }
}

/** Files whose name changes with what is in them. */
async function file(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok) {
    const copy = fresh.clone();
    void caches.open(KEPT).then((cache) => cache.put(request, copy));
  }
  return fresh;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (url.pathname.includes("/assets/")) event.respondWith(file(request));
  else if (OFFLINE.some((name) => url.pathname.endsWith(`/${name}`)))
    event.respondWith(fetch(request).catch(() => caches.match(request)));
});

/** A notification says "your turn": a press leads to the table. */
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const where = new URL(event.notification.data ?? "", self.registration.scope).href;
  const open = async () => {
    const [seen] = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    if (!seen) return self.clients.openWindow(where);
    await seen.focus();
    return seen.navigate(where);
  };
  event.waitUntil(open());
});
