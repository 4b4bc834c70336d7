// Where somebody has not said yet where their clock is, fill in what the browser says, to be confirmed.
(() => {
  const select = document.querySelector("select[data-guess]");
  if (!select) return;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const option = [...select.options].find((one) => one.value === zone);
  if (!option) return;
  option.selected = true;
  const note = document.getElementById("zone-guessed");
  if (note) note.hidden = false;
})();
