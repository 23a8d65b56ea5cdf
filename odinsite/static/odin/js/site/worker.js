// The service worker: shows notifications, and an offline page. It stores that page and its files, the same for all
// people, and no other page or answer.
//
// ODIN comes from /sw.js: version, offline (that page), files (to store), home, name, news, icon, badge.
/* global ODIN */

const STORE = `odin-${ODIN.version}`;

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (ODIN.files.some((address) => new URL(address, location.href).href === request.url))
    event.respondWith(file(request));
});

self.addEventListener("push", (event) => event.waitUntil(tell(event.data)));

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.address ?? ODIN.home));
});

/** Files named by their content are reused from the cache; the page itself is fetched. */
async function keep() {
  const store = await caches.open(STORE);
  await store.addAll(ODIN.files);
}

async function takeOver() {
  // The browser requests a page while the worker starts, so that starting costs no time.
  await self.registration.navigationPreload?.enable();
  for (const name of await caches.keys()) {
    if (name.startsWith("odin-") && name !== STORE) await caches.delete(name);
  }
  await self.clients.claim();
}

async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(ODIN.offline)) ?? Response.error();
  }
}

/** An update may have taken the file from the site, while pages from before it go on. */
async function file(request) {
  try {
    const answer = await fetch(request);
    return answer.ok ? answer : ((await caches.match(request.url)) ?? answer);
  } catch {
    return (await caches.match(request.url)) ?? Response.error();
  }
}

/** Browsers withdraw the permission from a site that shows nothing, so an unreadable message shows general news. */
function read(data) {
  try {
    return data.json();
  } catch {
    return {};
  }
}

async function tell(data) {
  const news = read(data);
  // Separately: without a badge there are still notifications.
  await Promise.allSettled([
    badge(news.waiting),
    self.registration.showNotification(news.title || ODIN.name, {
      body: news.body || ODIN.news,
      // One notification per game: a newer one replaces the older, with sound.
      tag: news.tag || "odin",
      renotify: true,
      timestamp: news.at,
      icon: ODIN.icon,
      badge: ODIN.badge,
      data: { address: news.address || ODIN.home, turn: news.turn },
    }),
  ]);
}

async function badge(waiting) {
  if (waiting === undefined || !self.navigator.setAppBadge) return;
  await (waiting ? self.navigator.setAppBadge(waiting) : self.navigator.clearAppBadge());
}

/** Focuses a tab that shows the game, else opens one. Messages cannot lead to other sites. */
async function open(address) {
  const target = new URL(address, self.location.origin);
  if (target.origin !== self.location.origin) return;
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = windows.find((client) => new URL(client.url).pathname === target.pathname);
  await (shown ? shown.focus() : self.clients.openWindow(target.href));
}
