// Lobby and waiting room: kept up to date over a web socket, forms that return to the same page without a reload.
//
// #live is the part of the page that changes. data-live: the page's own address; data-socket: the socket to listen to;
// data-version: the game's version that the page shows (waiting room); data-looking: tell the game that it is in view;
// data-table: a game's address with "-" for its id (lobby).

const LOOK_EVERY = 30_000;
const RETRY_AT_MOST = 30_000;
const SETTLE = 250;
// Why the server ends a connection for good.
const LOGIN_OVER = 4401;
const NO_SUCH_GAME = 4404;

const live = () => document.getElementById("live");
let socket = null;
let retries = 0;
let retryTimer = 0;
let refreshTimer = 0;
let asking = null;

/** What needs the script starts to work: here, and again in each part that was swapped in. */
function prepare() {
  for (const field of document.querySelectorAll('input[type="hidden"][name="script"]')) field.value = "1";
  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    button.textContent = button.dataset.done;
  } catch {
    // Without https there is no clipboard: the text stays selected, to be copied by hand.
  }
});

/**
 * Puts the live part and the messages of `text`, a whole page, in place of those shown; goes there where it has none.
 * The answer to a form that was posted ends older messages, a mere look leaves them.
 */
function swap(text, address, posted) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const fresh = page.getElementById("live");
  const old = live();
  if (!fresh || fresh.dataset.live !== old.dataset.live) {
    location.assign(address);
    return;
  }
  const typed = typedIn(old);
  old.replaceWith(fresh);
  restore(fresh, typed);
  const messages = page.querySelector("main > .messages");
  if (messages || posted) document.querySelector("main > .messages")?.remove();
  if (messages) fresh.before(messages);
  const waiting = page.getElementById("waiting-games");
  if (waiting) document.getElementById("waiting-games")?.replaceWith(waiting);
  document.title = page.title;
  prepare();
  document.dispatchEvent(new Event("odin:swapped"));
}

/** What the person has typed, chosen, opened, and where the focus is: elements are found again by id. */
function typedIn(part) {
  const fields = [...part.querySelectorAll("input[id], select[id]")].filter((field) => field.type !== "hidden" && !field.readOnly);
  return {
    values: fields.map((field) => [field.id, field.value, field.checked]),
    open: [...part.querySelectorAll("details")].map((details) => details.open),
    focus: document.activeElement?.id,
  };
}

function restore(part, { values, open, focus }) {
  for (const [id, value, checked] of values) {
    const field = part.querySelector(`#${CSS.escape(id)}`);
    if (!field) continue;
    if (field.type === "radio" || field.type === "checkbox") field.checked = checked;
    else if (field.tagName !== "SELECT" || [...field.options].some((option) => option.value === value)) field.value = value;
  }
  const details = part.querySelectorAll("details");
  if (details.length === open.length) details.forEach((one, place) => { one.open = open[place]; });
  if (focus) part.querySelector(`#${CSS.escape(focus)}`)?.focus({ preventScroll: true });
}

/** Fetches the page anew, soon: several causes at once make one request. */
function refresh() {
  clearTimeout(refreshTimer);
  if (!live()) return;
  refreshTimer = setTimeout(async () => {
    asking?.abort();
    const asked = (asking = new AbortController());
    try {
      const response = await fetch(location.href, { signal: asked.signal });
      const text = await response.text();
      if (response.ok && !asked.signal.aborted) swap(text, response.url, false);
      else if (response.status === 404) gone();
    } catch {
      // No connection: the socket's return brings the next look.
    }
  }, SETTLE);
}

/** The game may not be seen any more: the page says so in place of what it showed. */
function gone() {
  const words = document.getElementById("gone");
  socket?.close();
  socket = null;
  clearTimeout(retryTimer);
  if (words) live()?.replaceWith(words.content.cloneNode(true));
  else location.reload();
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-swap]")) return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, event.submitter));
  for (const button of form.querySelectorAll("button")) button.disabled = true;
  asking?.abort();
  try {
    const response = await fetch(form.action, { method: "POST", body });
    const text = await response.text();
    for (const field of form.querySelectorAll('input[type="text"]')) if (response.ok) field.value = "";
    swap(text, response.url, true);
  } catch {
    // No connection: the browser's own way says so better than we could.
    form.submit();
  }
});

function told(message) {
  const part = live();
  if (message.type === "paired") {
    location.assign(part.dataset.table.replace("/-/", `/${message.game}/`));
    return;
  }
  // A part of the deal that somebody gives is told as news of the seat, and leaves the version as it is.
  const shown = Number(part.dataset.version);
  const again = message.type === "seat" && message.version === shown;
  if (part.dataset.version === undefined || message.version > shown || again) refresh();
}

function connect() {
  clearTimeout(retryTimer);
  if (!live()) return;
  const { socket: path, version } = live().dataset;
  const address = new URL(path + (version === undefined ? "" : `?since=${version}`), location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  const mine = (socket = new WebSocket(address));
  mine.addEventListener("open", () => {
    if (retries > 0) refresh();
    retries = 0;
    look();
  });
  mine.addEventListener("message", (event) => told(JSON.parse(event.data)));
  mine.addEventListener("close", (event) => {
    if (socket !== mine) return;
    socket = null;
    if (event.code === LOGIN_OVER) location.reload();
    else if (event.code === NO_SUCH_GAME) gone();
    else retryTimer = setTimeout(connect, Math.min(1000 * 2 ** retries++, RETRY_AT_MOST));
  });
}

function look() {
  const seen = document.visibilityState === "visible" && live()?.dataset.looking !== undefined;
  if (seen && socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: "looking" }));
}

prepare();
if (live()?.dataset.socket) {
  connect();
  setInterval(look, LOOK_EVERY);
  document.addEventListener("odin:contributed", refresh);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible") return;
    if (!socket) connect();
    look();
    refresh();
  });
}
