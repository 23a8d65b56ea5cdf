// Fetches the page's part when a web socket announces an event.
//
// data-socket: the socket's path; data-version: the game's version shown (waiting room); data-now: the server's time
// before it read what is shown (lobby); data-looking: report presence to the game; data-table: a game's address with "-"
// for its id (lobby).

import { sayIfAttended, startPresence } from "../site/presence.js";
import { followSocket, LOGIN_OVER, NO_SUCH_GAME } from "../site/socket.js";
import { gone, live, refresh } from "./part.js";

function heard(message) {
  if (message.type === "error") return;
  const part = live();
  if (message.type === "paired") {
    location.assign(part.dataset.table.replace("/-/", `/${message.game}/`));
    return;
  }
  // A contribution to the deal arrives as a seat's event at the same version.
  const version = Number(part.dataset.version);
  const news = message.type === "seat" && message.version === version;
  if (part.dataset.version === undefined || message.version > version || news) refresh();
}

/** An account's missed events come at the first opening. Later a refresh shows them, and none is heard twice. */
function path(again) {
  const { socket: address, version, now } = live().dataset;
  const since = version ?? (again ? undefined : now);
  return since === undefined ? address : `${address}?since=${since}`;
}

function opened(again) {
  // A contribution to the deal, which does not raise the version, may have come since the waiting room was made.
  if (again || live().dataset.version !== undefined) refresh();
  sayIfAttended();
}

function ended({ code, times }) {
  if (code === LOGIN_OVER) location.reload();
  else if (code === NO_SUCH_GAME) gone();
  // A single end is a server restart or a silent socket; after the second, events may have been missed.
  else if (times > 1) refresh();
}

export function startSocket() {
  if (!live()?.dataset.socket) return;
  const socket = followSocket(path, { opened, heard, ended });
  startPresence(() => {
    if (live()?.dataset.looking !== undefined) socket.send({ type: "looking" });
  });
  document.addEventListener("odin:contributed", refresh);
  // On a slow line the contribution was answered before this script loaded.
  if (document.querySelector("[data-contributed]")) refresh();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") refresh();
  });
}
