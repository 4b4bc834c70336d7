// What the library's script reports when a passkey isn't used is shown on the page, not only in the console.
document.addEventListener("allauth.error", (event) => {
  const trouble = document.getElementById("passkey-trouble");
  if (!trouble) return;
  event.preventDefault();
  trouble.hidden = false;
  trouble.scrollIntoView({ block: "nearest" });
});
