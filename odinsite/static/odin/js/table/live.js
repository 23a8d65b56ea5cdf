// Follows the game over a web socket. It only says that something happened; what is shown comes as the page's part.

import { attended, sayIfAttended, startPresence } from "../site/presence.js";
import { restAfter } from "../site/crowded.js";
import { get } from "../site/swap.js";
import { look, lost } from "./connection.js";
import { current, version } from "./part.js";

const LONGEST_WAIT_MS = 30_000;
// Where sockets do not get through, the page asks by itself.
const POLL_MS = 20_000;
// From these closings on there is nothing to come back for: logged out, or no such game for this person any more.
const FOR_GOOD = new Set([4401, 4404]);

let socket = null;
let tries = 0;
let timer = 0;
// What has been heard of but not fetched yet: the newest version, and whether something else is new at the same one.
let wanted = 0;
let again = false;
let following = false;
// The newest version that somebody saw here, and that the site was told of.
let seen = 0;
let told = 0;

function visible() {
  return document.visibilityState === "visible";
}

function looking() {
  if (socket?.readyState !== WebSocket.OPEN) return;
  socket.send(JSON.stringify({ type: "looking", version: seen }));
  told = seen;
}

/** What was seen since the last time that the site was told is not "since you were here" next time. */
function leave() {
  if (seen > told) looking();
}

function swapped() {
  if (attended()) seen = version();
}

/** Tells who was away for some turns what they missed. What cannot be told now stands among the turns. */
async function comeBack() {
  const from = seen;
  if (!("since" in current().dataset) || !(await look())) return;
  seen = version();
  if (seen <= from) return;
  try {
    const response = await get(`${current().dataset.since}?after=${from}`);
    if (response.status === 200) (await import("./missed_turns.js")).showMissedTurns(await response.text());
  } catch {
    lost();
  }
}

/** Has the chat beside the table look for what was said: it is not part of the game's versions. */
function chatMayBeNew() {
  document.dispatchEvent(new CustomEvent("odin:chat"));
}

function connect() {
  clearTimeout(timer);
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  socket = new WebSocket(`${scheme}://${location.host}/ws/games/${current().dataset.game}/?since=${version()}`);
  socket.addEventListener("open", () => {
    tries = 0;
    sayIfAttended();
  });
  // From its first message on this socket tells of everything. What was told without a new version after the page was
  // made, or while there was no socket, is asked for here: mostly nothing, and the answer is that in one line.
  socket.addEventListener(
    "message",
    () => {
      again = true;
      chatMayBeNew();
    },
    { once: true },
  );
  socket.addEventListener("message", heard);
  socket.addEventListener("close", closed);
}

function heard(event) {
  const news = JSON.parse(event.data);
  if (news.type === "chat") {
    chatMayBeNew();
    // Locked or opened: a moderator's act, which stands among the turns too.
    if (news.id !== 0) return;
    again = true;
  }
  // Told without a new version: a wish for a pause or more time (seat), and the end again when a rematch opens (game).
  if (["seat", "game"].includes(news.type) && news.version === version()) again = true;
  wanted = Math.max(wanted, news.version ?? 0);
  follow();
}

/** Fetches until what is shown is as new as what was heard of: news may come while an older state is on its way. */
async function follow() {
  if (following) return;
  following = true;
  for (let tries = 0; tries < 5 && (again || version() < wanted); tries += 1) {
    again = false;
    if (!(await look())) break;
  }
  following = false;
}

function closed(event) {
  if (FOR_GOOD.has(event.code)) {
    look();
    return;
  }
  tries += 1;
  const wait = restAfter(event) || Math.min(LONGEST_WAIT_MS, 1000 * 2 ** (tries - 1)) * (0.75 + Math.random() / 2);
  timer = setTimeout(connect, wait);
  // One closing is the server's restart; from the second on the reader should know how things stand.
  if (tries > 1) look();
}

function backInView() {
  if (!visible()) return;
  look();
  if (!socket || socket.readyState > WebSocket.OPEN) connect();
}

export function startLive() {
  if ("over" in current().dataset && !current().querySelector("#rematch") && !document.getElementById("chat")) return;
  seen = version();
  document.addEventListener("odin:swapped", swapped);
  connect();
  startPresence(looking, { comeBack, leave });
  setInterval(() => {
    if (visible() && socket?.readyState !== WebSocket.OPEN) {
      look();
      chatMayBeNew();
    }
  }, POLL_MS);
  document.addEventListener("visibilitychange", backInView);
  addEventListener("pageshow", (event) => {
    if (event.persisted) backInView();
  });
  addEventListener("online", backInView);
  addEventListener("offline", look);
}
