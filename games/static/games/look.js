/* Lets a page that is only looked at show the latest by itself. Without this file it is loaded anew by hand. */
(() => {
  "use strict";

  const EVERY = 20000; // milliseconds between two looks, while somebody can see the page
  const live = () => document.getElementById("live");
  let looked = Date.now();

  /* The address of what is on the page now, not of the form that was refused there; what was done by the last press is said once. */
  const here = () => {
    const wanted = new URLSearchParams(location.search);
    wanted.delete("done");
    return live().dataset.here + (wanted.size ? `?${wanted}` : "");
  };
  const nameOf = (element) => element.id || [element.tagName, element.getAttribute("href"), element.name, element.value, element.textContent.trim()].join("|");
  const find = (name) => [...document.querySelectorAll("#live :is(a, button, summary, input, select)")].find((one) => nameOf(one) === name);

  /* Puts what was typed or picked, opened and stood on into the page that comes in place of the old one. */
  const carry = (was, now) => {
    for (const old of was.querySelectorAll("input[id]:not([readonly]), select[id], textarea[id]")) {
      const fresh = now.querySelector(`[id="${old.id}"]`);
      if (!fresh) continue;
      fresh.checked = old.checked;
      if (old.tagName !== "SELECT" || [...fresh.options].some((one) => one.value === old.value)) fresh.value = old.value;
    }
    const open = new Set([...was.querySelectorAll("details[open] > summary")].map(nameOf));
    for (const summary of now.querySelectorAll("summary")) if (open.has(nameOf(summary))) summary.parentElement.open = true;
  };

  const show = (page, came) => {
    const now = page.getElementById("live");
    // The table has begun, or is shut: another page, with its own scripts.
    if (came.redirected || !now || !now.hasAttribute("data-look")) return location.assign(here());
    const at = document.activeElement;
    const focus = live().contains(at) ? nameOf(at) : "";
    carry(live(), now);
    live().replaceWith(now);
    const [top, fresh] = [document.getElementById("top"), page.getElementById("top")];
    if (top && fresh && !top.contains(at)) top.replaceWith(fresh);
    document.title = page.title;
    const again = focus && find(focus);
    if (again) again.focus({ preventScroll: true });
  };

  const isTyping = () => document.activeElement && document.activeElement.matches("#live :is(input:not([readonly]), textarea, select)");
  const look = async () => {
    if (document.hidden || isTyping() || !live() || !live().dataset.look) return;
    looked = Date.now();
    try {
      const came = await fetch(here(), { headers: { "If-None-Match": `W/"${live().dataset.look}"` }, cache: "no-store" });
      if (came.status !== 200) return;
      const page = new DOMParser().parseFromString(await came.text(), "text/html");
      if (!isTyping()) show(page, came);
    } catch {
      // The next look may get through.
    }
  };
  setInterval(look, EVERY);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && Date.now() - looked > 3000) look();
  });
})();
