// Lobby, waiting room and lists: what htmx swaps in works, and keeps what the person typed; a web socket says when.
//
// #live is the part of the page that changes; its hx- attributes say what is fetched and put where. The event odin:news
// makes it fetch itself anew. data-live: the page's own address; data-socket: the socket to listen to;
// data-version: the game's version that the page shows (waiting room); data-looking: tell the game that it is in view;
// data-table: a game's address with "-" for its id (lobby); data-now: the server's time, and in it data-due: when the
// time of a turn is up, both in milliseconds.

import { sayIfAttended, startAttention } from "./attention.js";
import { restAfter } from "./crowded.js";

const RETRY_AT_MOST = 30_000;
const SETTLE = 250;
const SENT_FOR = 5000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
// A line that changes with the minute is asked for when the minute is surely over.
const LATE = 1000;
// Why the server ends a connection for good.
const LOGIN_OVER = 4401;
const NO_SUCH_GAME = 4404;

const live = () => document.getElementById("live");
let socket = null;
let retries = 0;
let retryTimer = 0;
let refreshTimer = 0;
let clockTimer = 0;
// A look that is asked for while an answer is on its way comes after it.
let busy = false;
let again = false;
let typed = null;

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

/** What the person has typed, chosen and opened: elements are found again by id. htmx keeps the focus. */
function typedIn(part) {
  const fields = [...part.querySelectorAll("input[id], select[id]")].filter((field) => field.type !== "hidden" && !field.readOnly);
  return {
    values: fields.map((field) => [field.id, field.value, field.checked]),
    open: [...part.querySelectorAll("details")].map((details) => details.open),
  };
}

function restore(part, { values, open }) {
  for (const [id, value, checked] of values) {
    const field = part.querySelector(`#${CSS.escape(id)}`);
    if (!field) continue;
    if (field.type === "radio" || field.type === "checkbox") field.checked = checked;
    else if (field.tagName !== "SELECT" || [...field.options].some((option) => option.value === value)) field.value = value;
  }
  const details = part.querySelectorAll("details");
  if (details.length === open.length) details.forEach((one, place) => { one.open = open[place]; });
}

/** The game may not be seen any more: its page says why. */
function gone() {
  clearTimeout(retryTimer);
  location.reload();
}

/** Asks for the page anew, soon: several causes at once make one request. */
function refresh() {
  clearTimeout(refreshTimer);
  refreshTimer = setTimeout(() => {
    if (busy) again = true;
    else live()?.dispatchEvent(new Event("odin:news"));
  }, SETTLE);
}

/** In how long the words for so much time change: each minute in the last two hours, each hour in the last two days. */
function changesIn(left) {
  const unit = left < 2 * HOUR ? MINUTE : left < 2 * DAY ? HOUR : DAY;
  return left > 0 ? left % unit || unit : Infinity;
}

/** Time that is shown as left goes on: the page is asked for anew when one of its lines would read otherwise. */
function follow() {
  clearTimeout(clockTimer);
  const now = Number(live()?.dataset.now);
  if (!now) return;
  const dues = [...live().querySelectorAll("[data-due]")].map((place) => Number(place.dataset.due));
  const next = Math.min(...dues.map((due) => changesIn(due - now)));
  if (next !== Infinity) clockTimer = setTimeout(() => { if (document.visibilityState === "visible") refresh(); }, Math.min(next + LATE, DAY));
}

document.addEventListener("htmx:beforeRequest", () => { busy = true; });

document.addEventListener("htmx:afterRequest", () => {
  busy = false;
  if (again) refresh();
  again = false;
});

/** Before an answer is put in place: one that is another page is gone to, a mere look that failed changes nothing. */
document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr, requestConfig, serverResponse } = event.detail;
  const form = requestConfig.verb === "post" ? requestConfig.elt : null;
  const ok = xhr.status < 400;
  if (xhr.status === 404) gone();
  else if (requestConfig.boosted && !ok) location.assign(xhr.responseURL);
  if (!event.detail.shouldSwap) return;
  if (!ok && !form) event.detail.shouldSwap = false;
  else if (!serverResponse.includes(` data-live="${live()?.dataset.live}"`)) {
    event.detail.shouldSwap = false;
    location.assign(xhr.responseURL);
  } else {
    // What a form has sent is not to be sent again.
    if (form && ok) for (const field of form.querySelectorAll('input[type="text"]')) field.value = "";
    typed = typedIn(live());
  }
});

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target !== live()) return;
  restore(event.target, typed);
  prepare();
  follow();
  document.dispatchEvent(new Event("odin:swapped"));
});

// A form that leads to another page is sent once, however often its button is pressed meanwhile.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || form.matches("[hx-post]")) return;
  if ("sent" in form.dataset) {
    event.preventDefault();
    return;
  }
  form.dataset.sent = "";
  setTimeout(() => delete form.dataset.sent, SENT_FOR);
});

/** No connection: for a form the browser's own way says so better than we could; a look is taken again by and by. */
document.addEventListener("htmx:sendError", (event) => {
  if (event.detail.elt instanceof HTMLFormElement) event.detail.elt.submit();
});

function told(message) {
  if (message.type === "error") return;
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
    sayIfAttended();
  });
  mine.addEventListener("message", (event) => told(JSON.parse(event.data)));
  mine.addEventListener("close", (event) => {
    if (socket !== mine) return;
    socket = null;
    const rest = restAfter(event);
    if (event.code === LOGIN_OVER) location.reload();
    else if (event.code === NO_SUCH_GAME) gone();
    else {
      // One closing is the server's restart; from the second on there may be no news by socket for a while.
      if (retries > 0 || (rest && document.visibilityState === "visible")) refresh();
      retryTimer = setTimeout(connect, rest || Math.min(1000 * 2 ** retries++, RETRY_AT_MOST));
    }
  });
}

function look() {
  if (live()?.dataset.looking !== undefined && socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: "looking" }));
}

prepare();
follow();
if (live()?.dataset.socket) {
  connect();
  startAttention(look);
  document.addEventListener("odin:contributed", refresh);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible") return;
    if (!socket) connect();
    refresh();
  });
}
