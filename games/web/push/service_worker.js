// Shows push notifications, and one page when the network is away. It keeps no page of the site: what a browser
// keeps could be read after its player has signed out.
const KEPT = `offline ${SITE.dress.join(" ")}`;

self.addEventListener("install", (event) => {
  event.waitUntil(keepOfflinePage().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(dropEarlier().then(() => self.clients.claim()));
});

// Only a page that is opened, and only if the network fails, comes from here.
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate" && request.method === "GET") {
    event.respondWith(fetch(request).catch(() => fromKept(SITE.offline)));
  } else if (SITE.dress.includes(new URL(request.url).pathname)) {
    event.respondWith(fetch(request).catch(() => fromKept(request)));
  }
});

self.addEventListener("push", (event) => {
  event.waitUntil(show(read(event.data)));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(Promise.all([report(event.notification.data), open(event.notification.data)]));
});

async function keepOfflinePage() {
  const kept = await caches.open(KEPT);
  // Without cookies, so that it holds nobody's name.
  await kept.put(SITE.offline, await fetch(SITE.offline, { credentials: "omit", cache: "reload" }));
  await kept.addAll(SITE.dress);
}

async function dropEarlier() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
}

async function fromKept(request) {
  const kept = await caches.open(KEPT);
  return (await kept.match(request)) || Response.error();
}

// Browsers withdraw the permission of a site that shows nothing, so something is shown whatever came.
function read(data) {
  try {
    return data.json();
  } catch {
    return { notification: { title: "Quartz", navigate: SITE.home } };
  }
}

async function show({ notification, app_badge: waiting }) {
  const { title, navigate, data, app_badge, ...rest } = notification;
  const shown = rest.tag ? await self.registration.getNotifications({ tag: rest.tag }) : [];
  // The same notification again, after a crash of ours, replaces itself without a sound.
  const isNew = !(data && data.key && shown.some((one) => one.data && one.data.key === data.key));
  await self.registration.showNotification(title, {
    ...rest,
    icon: SITE.icon,
    badge: SITE.badge,
    renotify: Boolean(rest.tag) && isNew,
    data: { ...data, navigate },
  });
  await count(waiting);
}

async function count(waiting) {
  if (!("setAppBadge" in self.navigator) || waiting === undefined) return;
  await (waiting ? self.navigator.setAppBadge(waiting) : self.navigator.clearAppBadge()).catch(() => {});
}

// The key is known to this browser alone. It goes in the body: addresses end up in logs.
async function report(data) {
  if (!data || !data.key) return;
  const body = new URLSearchParams({ key: data.key });
  await fetch(SITE.seen, { method: "POST", body, credentials: "omit", keepalive: true }).catch(() => {});
}

async function open(data) {
  const address = new URL((data && data.navigate) || SITE.home, self.location.origin);
  if (address.origin !== self.location.origin) return;
  const windows = await self.clients.matchAll({ type: "window" });
  const there = windows.find((one) => new URL(one.url).pathname === address.pathname);
  await (there ? there.focus() : self.clients.openWindow(address.href));
}
