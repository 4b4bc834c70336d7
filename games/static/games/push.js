// Turns on push notifications in this browser. What it gives to be reached by is sent with an ordinary form.
(() => {
  "use strict";

  const section = document.querySelector("[data-push-key]");
  if (!section) return;
  const part = (name) => section.querySelector(`[data-push="${name}"]`);
  const show = (name) => (part(name).hidden = false);
  const form = part("add");

  const bytes = (told) => {
    const plain = atob(told.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
  };
  const spelled = (buffer) => {
    const plain = btoa(String.fromCharCode(...new Uint8Array(buffer)));
    return plain.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  };
  const ours = bytes(section.dataset.pushKey);

  const digest = async (told) => {
    const hashed = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(told));
    return [...new Uint8Array(hashed)].map((one) => one.toString(16).padStart(2, "0")).join("");
  };
  // A browser that was told another key of this site takes nothing that is sent with the new one.
  const trustsUs = (subscription) => {
    const key = subscription.options.applicationServerKey;
    return key && spelled(key) === section.dataset.pushKey;
  };
  const nameOf = (told) => {
    const systems = ["Android", "iPhone", "iPad", "Windows", "Mac", "Linux"];
    const browsers = { Edg: "Edge", Firefox: "Firefox", Chrome: "Chrome", Safari: "Safari" };
    const system = systems.find((one) => told.includes(one)) || "";
    const browser = Object.keys(browsers).find((one) => told.includes(one));
    return [browser ? browsers[browser] : "", system].filter(Boolean).join(", ");
  };

  const here = async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const subscription = registration && (await registration.pushManager.getSubscription());
    if (!subscription || !trustsUs(subscription)) return null;
    const found = section.querySelector(`[data-device="${await digest(subscription.endpoint)}"]`);
    if (found) found.querySelector('[data-push="here"]').hidden = false;
    return found;
  };

  const subscribed = async () => {
    const { pushManager } = await navigator.serviceWorker.ready;
    const earlier = await pushManager.getSubscription();
    if (earlier && !trustsUs(earlier)) await earlier.unsubscribe();
    return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: ours });
  };

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    part("failed").hidden = true;
    if ((await Notification.requestPermission()) !== "granted") return show("denied");
    try {
      const subscription = await subscribed();
      form.elements.endpoint.value = subscription.endpoint;
      form.elements.p256dh.value = spelled(subscription.getKey("p256dh"));
      form.elements.auth.value = spelled(subscription.getKey("auth"));
      form.submit();
    } catch {
      part("failed").setAttribute("role", "alert"); // only now is there something to be read aloud
      show("failed");
    }
  });

  (async () => {
    const can = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
    if (!can) return show("unsupported");
    if (Notification.permission === "denied") return show("denied");
    if (await here()) return;
    form.elements.name.value = nameOf(navigator.userAgent).slice(0, 40);
    show("add");
  })();
})();
