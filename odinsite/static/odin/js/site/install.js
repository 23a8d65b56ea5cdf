// Installing the site as an app: an entry in the menu where the browser can, and one hint at home, which stays away once
// it was closed. Browsers on iOS cannot ask: there the entry says how.

const VISITS = 3;

const entry = document.getElementById("install");
const hint = document.getElementById("install-hint");
const how = document.querySelectorAll(".install-how");
const ios = navigator.maxTouchPoints > 1 && "standalone" in navigator && !navigator.standalone;
let question = null;

/** Stored in this browser; a browser that stores nothing shows no hint. */
function stored(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(name, value);
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** A visit is a tab's first look at the home page. */
function visits() {
  const before = Number(stored("visits") ?? 0);
  try {
    if (sessionStorage.getItem("visited")) return before;
    sessionStorage.setItem("visited", "1");
  } catch {
    return 0;
  }
  return Number(stored("visits", String(before + 1)));
}

function closeHint() {
  stored("install-hint", "closed");
  if (hint) hint.hidden = true;
}

async function install() {
  if (ios) {
    for (const words of how) words.hidden = false;
    return;
  }
  const asked = question;
  question = null;
  await asked?.prompt();
  // A question can be asked once; the browser offers it again on the next page.
  if (entry) entry.hidden = true;
  closeHint();
}

function offer() {
  if (entry) entry.hidden = false;
  if (!hint || stored("install-hint") === "closed") return;
  hint.hidden = !("finished" in hint.dataset || visits() >= VISITS);
}

export function offerInstall() {
  for (const button of document.querySelectorAll("[data-install]")) button.addEventListener("click", install);
  hint?.querySelector("#install-hide").addEventListener("click", closeHint);
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    question = event;
    offer();
  });
  addEventListener("appinstalled", closeHint);
  if (ios) offer();
}
