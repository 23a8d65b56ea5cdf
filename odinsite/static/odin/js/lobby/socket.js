// Fetches the page's part when a web socket announces an event.
//
// data-socket: the socket's path; data-version: the game's version shown (waiting room); data-looking: report presence
// to the game; data-table: a game's address with "-" for its id (lobby).

import { sayIfAttended, startPresence } from "../site/presence.js";
import { restAfter } from "../site/crowded.js";
import { gone, live, refresh } from "./part.js";

const RETRY_AT_MOST = 30_000;
// Close codes after which reconnecting is useless.
const LOGIN_OVER = 4401;
const NO_SUCH_GAME = 4404;

let socket = null;
let retries = 0;
let retryTimer = 0;

function told(message) {
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
      // A single closing is a server restart; after the second, events may have been missed.
      if (retries > 0 || (rest && document.visibilityState === "visible")) refresh();
      retryTimer = setTimeout(connect, rest || Math.min(1000 * 2 ** retries++, RETRY_AT_MOST));
    }
  });
}

function look() {
  if (live()?.dataset.looking !== undefined && socket?.readyState === WebSocket.OPEN)
    socket.send(JSON.stringify({ type: "looking" }));
}

export function startSocket() {
  if (!live()?.dataset.socket) return;
  connect();
  startPresence(look);
  document.addEventListener("odin:contributed", refresh);
  // On a slow line the contribution was answered before this script came.
  if (document.querySelector("[data-contributed]")) refresh();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible") return;
    if (!socket) connect();
    refresh();
  });
}
