// Counts turns that begin to wait in other games while the tab is hidden: the person's socket announces them, and the
// header's badge is fetched again. A visible tab or the lobby does not need this. Notifications of turns that no longer
// wait go away.

import { closeSeen, closeTaken, showsTurn } from "./shown_notices.js";
import { followSocket } from "./socket.js";

const pill = () => document.getElementById("waiting-games");
/** @type {ReturnType<typeof followSocket> | null} */
let socket = null;

async function ask() {
  try {
    const response = await fetch(pill().dataset.count, { headers: { Accept: "application/json" }, cache: "no-store" });
    if (!response.ok) return;
    const { waiting, games, others, words } = await response.json();
    tidy(waiting, games);
    pill().textContent = words;
    pill().hidden = others === 0;
    // At a table the badge leaves out its own game.
    if (pill().dataset.total) pill().dataset.total = waiting;
  } catch {
    // Offline: the next event or visit requests it again.
  }
}

/** Takes back what the device shows about turns that no longer wait. */
function tidy(waiting, games) {
  closeTaken(games);
  if (waiting) navigator.setAppBadge?.(waiting);
  else navigator.clearAppBadge?.();
}

/** The page is seen. Asks what else waits only if the device shows a turn. */
async function see() {
  await closeSeen();
  if (await showsTurn()) ask();
}

function listen() {
  socket ??= followSocket(() => "/ws/me/", { opened: ask, heard: ask });
}

function rest() {
  socket?.stop();
  socket = null;
}

export function followWaiting() {
  if (!pill()) return;
  if (document.visibilityState === "visible") see();
  if (document.querySelector('#live[data-socket="/ws/me/"]')) {
    // Its own socket fetches the page's part.
    document.addEventListener("odin:swapped", see);
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && see());
    return;
  }
  document.addEventListener("visibilitychange", () => {
    rest();
    if (document.visibilityState === "hidden") listen();
    else closeSeen().then(ask);
  });
  addEventListener("pagehide", rest);
  if (document.visibilityState === "hidden") listen();
}
