// Counts turns that begin to wait in other games while the tab is hidden: the person's socket announces them, and the
// header's badge is fetched again. A visible tab or the lobby does not need this.

import { restAfter } from "./crowded.js";

const RETRY_AT_MOST = 60_000;
// Close codes after which reconnecting is useless.
const LOGIN_OVER = 4401;

const pill = () => document.getElementById("waiting-games");
let socket = null;
let tries = 0;
let timer = 0;

async function ask() {
  try {
    const response = await fetch(pill().dataset.count, { headers: { Accept: "application/json" }, cache: "no-store" });
    if (!response.ok) return;
    const { waiting, others, words } = await response.json();
    pill().textContent = words;
    pill().hidden = others === 0;
    // At a table the badge leaves out its own game.
    if (pill().dataset.total) pill().dataset.total = waiting;
  } catch {
    // Offline: the next event or visit asks again.
  }
}

function listen() {
  const address = new URL("/ws/me/", location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  const mine = (socket = new WebSocket(address));
  mine.addEventListener("open", () => {
    tries = 0;
    ask();
  });
  mine.addEventListener("message", ask);
  mine.addEventListener("close", (event) => {
    if (socket !== mine || event.code === LOGIN_OVER) return;
    timer = setTimeout(
      listen,
      restAfter(event) || Math.min(1000 * 2 ** tries++, RETRY_AT_MOST) * (0.75 + Math.random() / 2),
    );
  });
}

function rest() {
  clearTimeout(timer);
  const mine = socket;
  socket = null;
  mine?.close();
}

export function followWaiting() {
  if (!pill() || document.querySelector('#live[data-socket="/ws/me/"]')) return;
  document.addEventListener("visibilitychange", () => {
    rest();
    if (document.visibilityState === "hidden") listen();
    else ask();
  });
  addEventListener("pagehide", rest);
  if (document.visibilityState === "hidden") listen();
}
