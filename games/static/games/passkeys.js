// What the library's script reports when a passkey isn't used is shown on the page, not only in the console.
document.addEventListener("allauth.error", (event) => {
  // A passkey belongs to a name: a site that was opened by a number can have none.
  const nameless = event.detail.exception?.name === "SecurityError";
  const trouble = document.getElementById(nameless ? "passkey-nameless" : "passkey-trouble");
  if (!trouble) return;
  event.preventDefault();
  trouble.hidden = false;
  trouble.scrollIntoView({ block: "nearest" });
});
