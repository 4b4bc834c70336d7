// Lets the site be installed and say when the network is away; keeps the number on its icon right.
(() => {
  "use strict";

  if ("serviceWorker" in navigator) navigator.serviceWorker.register("/service-worker.js").catch(() => {});
  const there = document.querySelector("[data-waiting]");
  if (!there || !("setAppBadge" in navigator)) return;
  const waiting = Number(there.dataset.waiting);
  (waiting ? navigator.setAppBadge(waiting) : navigator.clearAppBadge()).catch(() => {});
})();
