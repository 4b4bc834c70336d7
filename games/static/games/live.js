/* Keeps the page of a match alive: forms are pressed in place, and what others do comes by itself.
   Everything here is a plain form or link underneath; without this file they do the same. */
(() => {
  "use strict";

  const SLOWEST = 20, QUICKEST = 2; // seconds between two looks, while somebody can see the page
  const ATTENTIVE = 15 * 60; // for so many seconds after they last did anything here its reader is taken to be there
  const $ = (id) => document.getElementById(id);
  const touched = new Map(); // what was typed or picked, by form and control
  let pressing = 0; // presses that are on their way
  let looked = Date.now();
  let stirred = Date.now(); // when the reader last did anything here
  let next = 0; // the timer of the next look
  let known = ""; // the mark of the news that the page has only told of
  let kept = null;

  const show = (id, yes) => {
    const box = $(id);
    if (box) box.hidden = !yes;
  };
  const say = (text) => {
    $("said").textContent = text;
  };

  // --- forms

  const keyOf = (control) =>
    [control.form && control.form.getAttribute("action"), control.name, /radio|checkbox/.test(control.type) ? control.value : ""].join("|");
  const isTicked = (control) => /radio|checkbox/.test(control.type);

  htmx.onLoad((part) => {
    for (const form of part.querySelectorAll("form[method=post]:not([hx-boost])")) {
      if (!form.closest("#live")) continue;
      form.setAttribute("hx-boost", "true");
      htmx.process(form);
    }
  });

  document.addEventListener("input", (event) => {
    const control = event.target;
    if (!control.form || control.form.method !== "post" || !control.closest("#live")) return;
    if (control.type === "radio")
      for (const other of control.form.elements[control.name] || []) touched.delete(keyOf(other));
    touched.set(keyOf(control), isTicked(control) ? control.checked : control.value);
    // A text is kept in place of the one it was written over, and of no newer one from elsewhere.
    const { edition } = control.form.elements;
    if (edition) touched.set(keyOf(edition), edition.value);
  });

  const controls = () => $("live").querySelectorAll("input, select, textarea");
  /* Whether something on this tab was typed or picked; what is half written on another tab keeps nobody waiting. */
  const isTouched = () => touched.has("sent") || [...controls()].some((control) => control.form && touched.has(keyOf(control)));

  /* What was pressed has been heard; what is typed or picked in other forms has not. */
  const forget = (form) => {
    for (const control of form.elements) touched.delete(keyOf(control));
    touched.delete("sent");
  };

  /* Writes what was typed or picked into the forms that came in place of the old ones. */
  const fillIn = () => {
    for (const control of controls()) {
      const value = touched.get(keyOf(control));
      if (value === undefined || !control.form || control.form.method !== "post") continue;
      if (isTicked(control)) control.checked = value;
      else if (control.tagName !== "SELECT" || [...control.options].some((one) => one.value === value)) control.value = value;
    }
  };

  // --- what stays as it was when a part of the page is drawn anew

  const nameOf = (element) =>
    element.id || [element.tagName, element.name, element.value, element.tagName === "BODY" ? "" : element.textContent.trim()].join("|");
  const keep = () => {
    const at = document.activeElement;
    kept = {
      open: new Set([...$("live").querySelectorAll("details[open] > summary")].map(nameOf)),
      focus: at && $("live").contains(at) ? nameOf(at) : "",
      lines: new Set([...$("live").querySelectorAll(".story li")].map((line) => line.textContent)),
      scrolled: new Map([...$("live").querySelectorAll(".scrolls[id]")].map((part) => [part.id, [part.scrollLeft, part.scrollTop]])),
    };
  };
  const restore = () => {
    for (const [id, [left, top]] of kept.scrolled) if ($(id)) $(id).scrollTo({ left, top, behavior: "instant" });
    // A lesson has one answer filled in and open; another form left open beside it would have a button alike.
    const isTaught = $("live").querySelector("details.advised");
    for (const summary of $("live").querySelectorAll("summary"))
      if (kept.open.has(nameOf(summary)) && !(isTaught && summary.closest(".asking"))) summary.parentElement.open = true;
    if (!kept.focus || $("live").contains(document.activeElement)) return;
    for (const element of $("live").querySelectorAll("a, button, summary, input, select, textarea"))
      if (nameOf(element) === kept.focus) return element.focus({ preventScroll: true });
  };

  const goTo = (element) => {
    if (!element) return;
    if (element.tabIndex < 0) element.setAttribute("tabindex", "-1"); // a link stays one to tab to
    element.focus();
    element.scrollIntoView({ block: "nearest" });
  };

  // --- looking

  /* The address of what is on the page now; what was done by the last press is said once. */
  const here = () => {
    const wanted = new URLSearchParams(location.search);
    wanted.delete("done");
    return $("live").dataset.here + (wanted.size ? `?${wanted}` : "");
  };
  const tag = () => `W/"${$("live").dataset.mark}"`;
  const look = async () => {
    const pulse = $("pulse");
    if (!pulse || document.hidden || pressing) return;
    looked = Date.now();
    if (!isTouched()) return htmx.trigger(pulse, "look");
    try {
      const answer = await fetch(here(), { method: "HEAD", headers: { "If-None-Match": known || tag() }, cache: "no-store" });
      planNext(answer.headers.get("Ask-Again"));
      if (!answer.ok || answer.redirected || !isTouched()) return; // or where one is signed out by now
      known = answer.headers.get("ETag");
      if ($("since").hidden) tell();
    } catch {
      // The next look may get through.
    }
  };
  const tell = () => {
    show("since", true);
    say($("since").querySelector("p").textContent);
  };
  /* Plans the next look: soon while its own reader is there, else as the site says, which goes by what happens in
     the match. Who else has it open changes neither. Without an answer it is seldom: the site may be busy. */
  const isAttentive = () => Date.now() - stirred < ATTENTIVE * 1000;
  const planNext = (seconds) => {
    clearTimeout(next);
    const told = Math.min(Math.max(Number(seconds) || SLOWEST, QUICKEST), SLOWEST);
    const wait = seconds && isAttentive() ? QUICKEST : told;
    next = setTimeout(() => {
      planNext();
      look();
    }, wait * 1000);
  };
  /* Its reader is back, at the tab or at a page that was left alone. */
  const comeBack = () => {
    stirred = Date.now();
    planNext(QUICKEST);
    if (Date.now() - looked > QUICKEST * 1000) look();
  };
  const stir = () => {
    if (isAttentive()) stirred = Date.now();
    else comeBack();
  };
  if ($("live")) {
    planNext($("live").dataset.again);
    for (const sign of ["pointerdown", "pointermove", "keydown", "scroll"])
      document.addEventListener(sign, stir, { capture: true, passive: true });
  }
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) comeBack();
  });
  document.addEventListener("click", (event) => {
    if (event.target.id !== "look-now") return;
    looked = Date.now();
    kept = null;
    $("since").dataset.wanted = "yes";
    htmx.trigger($("pulse"), "look");
  });

  // --- requests

  const isPress = (element) => element instanceof HTMLFormElement && element.method === "post";
  const isPulse = (element) => element && element.id === "pulse";
  const isTab = (element) => element && element.classList && element.classList.contains("tab-link");
  const isPoint = (element) => element && element.classList && element.classList.contains("point-link");
  const wanted = () => $("since").dataset.wanted === "yes";

  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (!isPulse(detail.elt)) return;
    detail.headers["If-None-Match"] = tag();
    detail.path = here();
  });
  document.addEventListener("htmx:beforeRequest", ({ detail }) => {
    if (!isPress(detail.elt)) return;
    pressing += 1;
    // The request itself says when it has ended: htmx says so of whatever stands in the form's place by then.
    detail.xhr.addEventListener("loadend", () => (pressing -= 1));
    show("unsent", false);
  });

  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (isPulse(detail.elt)) planNext(detail.xhr.getResponseHeader("Ask-Again"));
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    const { detail } = event;
    const from = detail.requestConfig.elt;
    if (!detail.shouldSwap || (!isPress(from) && !isPulse(from) && !isTab(from) && !isPoint(from))) return;
    const there = new URL(detail.xhr.responseURL || location.href);
    const isHere = there.pathname.startsWith($("live").dataset.match) && detail.serverResponse.includes('id="live"');
    if (isPulse(from) && detail.requestConfig.path !== here()) {
      detail.shouldSwap = false; // another tab was opened meanwhile
    } else if (isPulse(from) && isHere && (pressing || (isTouched() && !wanted()))) {
      detail.shouldSwap = false;
      if (isTouched()) tell();
    } else if (isHere) {
      keep();
    } else {
      detail.shouldSwap = false;
      // Another page: it is gone to as by a plain form. An error: what was typed stays where it is.
      if (isPulse(from) && isTouched()) return;
      if (isPress(from) && detail.xhr.status < 400) forget(from);
      if (detail.xhr.status < 400) location.assign(there);
      else if (!isPulse(from)) failed(whyNot(detail.xhr.status));
    }
  });

  document.addEventListener("htmx:afterSettle", ({ detail }) => {
    const from = detail.requestConfig && detail.requestConfig.elt;
    if (!kept || (!isPress(from) && !isPulse(from) && !isTab(from) && !isPoint(from))) return;
    show("since", false);
    known = "";
    planNext($("live").dataset.again);
    if (isTab(from)) {
      touched.delete("sent");
      fillIn();
      window.scrollTo(0, 0);
      goTo($("live").querySelector(".tabs [aria-current]"));
    } else if (isPulse(from)) {
      const was = kept;
      restore();
      fillIn();
      delete $("since").dataset.wanted;
      const lines = [...$("live").querySelectorAll(".story li")].map((line) => line.textContent);
      say(lines.filter((line) => !was.lines.has(line)).join(" "));
    } else if (isPoint(from)) {
      restore();
      goTo($(from.hash.slice(1)) || $("live").querySelector("h1"));
    } else {
      forget(from);
      restore();
      fillIn();
      const place = new URL(from.action).hash.slice(1);
      goTo($("live").querySelector("[data-said]") || (place && $(place)) || $("live").querySelector("h1"));
    }
    kept = null;
    if ($("live").hasAttribute("data-sent")) touched.set("sent", "");
  });

  /* Pressing again helps where the network or the site was busy, and nowhere else. */
  const whyNot = (status) => {
    if (status === 413) return "too-long";
    return status >= 500 || [408, 425, 429].includes(status) ? "away" : "refused";
  };
  const failed = (why) => {
    for (const line of $("unsent").querySelectorAll("[data-why]")) line.hidden = line.dataset.why !== why;
    show("unsent", true);
    goTo($("unsent"));
  };
  for (const name of ["htmx:sendError", "htmx:timeout"])
    document.addEventListener(name, ({ detail }) => {
      if (isPress(detail.elt)) failed("away");
      else if (isTab(detail.elt) || isPoint(detail.elt)) location.assign(detail.elt.href);
    });

  /* What is half written stays for when the page is opened again in this window: the back button, another tab. */
  const draftsOf = () => `drafts ${$("live").dataset.match} ${$("live").dataset.seat}`;
  const isText = (key) => /\|(said|note|edition)\|/.test(key);
  window.addEventListener("pagehide", () => {
    const drafts = [...touched].filter(([key]) => isText(key));
    if (drafts.length) sessionStorage.setItem(draftsOf(), JSON.stringify(drafts));
    else sessionStorage.removeItem(draftsOf());
  });
  if ($("live")) {
    for (const [key, value] of JSON.parse(sessionStorage.getItem(draftsOf()) || "[]")) touched.set(key, value);
    fillIn();
  }

  if ($("live") && $("live").hasAttribute("data-sent")) touched.set("sent", "");
})();
