// Copies an address by one press. Without this file there is no such button, and the address is selected by hand.
(() => {
  "use strict";

  const show = () => {
    for (const button of document.querySelectorAll("button[data-copy]")) button.hidden = false;
  };
  const copy = async (field) => {
    try {
      await navigator.clipboard.writeText(field.value);
      return true;
    } catch {
      field.select(); // where pages may not write the clipboard: without TLS, or in old browsers
      return document.execCommand("copy");
    }
  };
  document.addEventListener("click", async (event) => {
    const button = event.target.closest && event.target.closest("button[data-copy]");
    if (!button) return;
    const done = await copy(document.getElementById(button.dataset.copy));
    const told = button.parentElement.querySelector("[data-copied]");
    told.textContent = done ? told.dataset.copied : "";
  });
  // The page that shows the latest by itself puts a new button in place of the old one.
  new MutationObserver(show).observe(document.body, { childList: true, subtree: true });
  show();
})();
