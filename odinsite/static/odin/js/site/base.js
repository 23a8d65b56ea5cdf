// Site-wide: light and dark look, menus that close, errors in forms, passwords that show, and the time zone
// for signing up.

const system = matchMedia("(prefers-color-scheme: dark)");
const root = document.documentElement;
const YEAR = 31_536_000;

/** @returns {"light" | "dark"} the look shown now */
function shown() {
  const chosen = root.dataset.theme;
  if (chosen === "light" || chosen === "dark") return chosen;
  return system.matches ? "dark" : "light";
}

/** Stores a look for a year. One that equals the system's is forgotten, so that the page follows the system again. */
function keep(theme) {
  const own = theme !== (system.matches ? "dark" : "light");
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `theme=${own ? theme : ""}; path=/; max-age=${own ? YEAR : 0}; samesite=lax${secure}`;
  if (own) root.dataset.theme = theme;
  else delete root.dataset.theme;
}

for (const button of document.querySelectorAll("[data-theme-switch]")) {
  button.hidden = false;
  button.addEventListener("click", () => keep(shown() === "dark" ? "light" : "dark"));
}

function closeMenus(except) {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (menu !== except) menu.open = false;
  }
}

document.addEventListener("click", (event) => closeMenus(event.target.closest("details.menu")));
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const menu = document.querySelector("details.menu[open]");
  if (!menu) return;
  closeMenus(null);
  menu.querySelector("summary").focus();
});

/** Moves a refused form's focus to its errors. */
function showWrong() {
  const wrong = document.querySelector('main form :is([aria-invalid="true"], .note-danger:not(.wrong-fields))');
  if (wrong?.matches("input, select, textarea")) wrong.focus();
  else wrong?.scrollIntoView({ block: "center" });
}

showWrong();

for (const field of document.querySelectorAll('input[type="hidden"][name="time_zone"]')) {
  field.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
}

/** Shows or hides a password; hidden when its form is sent, so that browsers do not keep it as plain text. */
function showPassword(button, field, shows) {
  field.type = shows ? "text" : "password";
  button.setAttribute("aria-pressed", String(shows));
}

for (const button of document.querySelectorAll('.joined > input[type="password"] + [aria-pressed]')) {
  const field = button.previousElementSibling;
  field.spellcheck = false;
  field.autocapitalize = "off";
  button.hidden = false;
  button.addEventListener("click", () => showPassword(button, field, field.type === "password"));
  field.form.addEventListener("submit", () => showPassword(button, field, false));
}
