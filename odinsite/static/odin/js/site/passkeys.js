// Passkeys: shows the buttons where the browser knows passkeys and the address may have some. allauth's script, loaded
// before, does the rest.

const { forms } = globalThis.allauth.webauthn;
const BEGIN = { add: forms.signupForm, login: forms.loginForm, authenticate: forms.authenticateForm };
// The library's names of the buttons.
const NAMES = { add: "signup", login: "login", authenticate: "authenticate" };

function begin(button) {
  const kind = button.dataset.passkey;
  const ids = { [NAMES[kind]]: button.id, credential: "passkey-credential" };
  BEGIN[kind]({ ids: kind === "login" ? ids : { ...ids, data: "passkey-data" } });
  button.form.hidden = false;
  button.form.addEventListener("submit", (event) => {
    event.preventDefault();
    button.click();
  });
}

/** Browsers tie passkeys to a name, and to https but for localhost. */
function mayHavePasskeys() {
  return isSecureContext && !/^[\d.]+$|^\[/.test(location.hostname);
}

if (!mayHavePasskeys()) {
  for (const note of document.querySelectorAll("[data-passkey-address]")) note.hidden = false;
  document.querySelector("[data-passkey-missing]")?.remove();
} else if (globalThis.webauthnJSON.supported()) {
  for (const button of document.querySelectorAll("[data-passkey]")) begin(button);
  document.querySelector("[data-passkey-missing]")?.remove();
}

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  for (const note of document.querySelectorAll("[data-passkey-failed]")) note.hidden = false;
});
