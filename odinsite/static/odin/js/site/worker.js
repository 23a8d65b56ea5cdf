// The service worker: shows notices, and a page of its own where there is no net. It keeps that page and what that
// needs, the same for everybody; no other page, and no answer of the site's, is ever kept.
//
// ODIN comes from /sw.js: version, offline (that page), files (what is kept), home, name, news, icon, badge.
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
  else if (ODIN.files.includes(new URL(request.url).pathname)) event.respondWith(file(request));
});

self.addEventListener("push", (event) => event.waitUntil(tell(event.data)));

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.address ?? ODIN.home));
});

/** Files whose names tell their content are not fetched anew where the page has them; the page itself is asked for. */
async function keep() {
  const store = await caches.open(STORE);
  await store.addAll(ODIN.files);
}

async function takeOver() {
  // The browser asks for a page while the worker starts, so that the worker costs no time.
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

async function file(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(request.url)) ?? Response.error();
  }
}

/** Browsers take the leave to push away from who shows nothing: what cannot be read is news all the same. */
function read(data) {
  try {
    return data.json();
  } catch {
    return {};
  }
}

async function tell(data) {
  const news = read(data);
  // Each for itself: where there may be no badge there are notices.
  await Promise.allSettled([
    badge(news.waiting),
    self.registration.showNotification(news.title || ODIN.name, {
      body: news.body || ODIN.news,
      // One notice a game: a newer one takes the place of an older one, and is heard.
      tag: news.tag || "odin",
      renotify: true,
      timestamp: news.at,
      icon: ODIN.icon,
      badge: ODIN.badge,
      data: { address: news.address || ODIN.home },
    }),
  ]);
}

async function badge(waiting) {
  if (waiting === undefined || !self.navigator.setAppBadge) return;
  await (waiting ? self.navigator.setAppBadge(waiting) : self.navigator.clearAppBadge());
}

/** Brings a tab that shows the game to the front, else opens one. Whatever a message says, it leads nowhere else. */
async function open(address) {
  const target = new URL(address, self.location.origin);
  if (target.origin !== self.location.origin) return;
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = windows.find((client) => new URL(client.url).pathname === target.pathname);
  await (shown ? shown.focus() : self.clients.openWindow(target.href));
}
