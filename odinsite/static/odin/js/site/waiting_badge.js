// Counts turns that begin to wait in other games while the tab is hidden: the person's socket announces them, and the
// header's badge is fetched again. A visible tab or the lobby does not need this.

import { followSocket } from "./socket.js";

const pill = () => document.getElementById("waiting-games");
/** @type {ReturnType<typeof followSocket> | null} */
let socket = null;

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
    // Offline: the next event or visit requests it again.
  }
}

function listen() {
  socket ??= followSocket(() => "/ws/me/", { opened: ask, heard: ask });
}

function rest() {
  socket?.stop();
  socket = null;
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
