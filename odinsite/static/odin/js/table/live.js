// Follows the game over a web socket. Plain turns and the ends of hands are drawn from what it tells; the part is fetched
// for all else.

import { attended, sayIfAttended, startPresence } from "../site/presence.js";
import { restAfter } from "../site/crowded.js";
import { answerOver, get, SEND_MS } from "../site/swap.js";
import { found } from "./behind.js";
import { look, lost } from "./connection.js";
import { current, draw, version } from "./part.js";

const LONGEST_WAIT_MS = 30_000;
// Where sockets are blocked, the page polls.
const POLL_MS = 20_000;
// The first pause after a failed fetch; the next ones double.
const RETRY_MS = 3000;
// Once the page has settled.
const DRAWS_AFTER_MS = 2000;
// Close codes after which reconnecting is useless: logged out, or the game is no longer visible.
const FOR_GOOD = new Set([4401, 4404]);

let socket = null;
let tries = 0;
let timer = 0;
// Announced but not fetched: the newest version, and whether something is new at the same version.
let wanted = 0;
let again = false;
let following = false;
/** Tells the sender of a turn what became of it. */
let answer = (_outcome) => {};
/** The version at which it was sent. */
let sentAt = 0;
/** Turns are drawn one after the other. */
let drawn = Promise.resolve();
let failures = 0;
let retry = 0;
// The newest version seen by a person here, and the one reported to the site.
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

/** Reports what was seen last, so that it is not shown as missed next time. */
function leave() {
  if (seen > told) looking();
}

function swapped() {
  if (attended()) seen = version();
}

/** Shows turns missed during an absence. If that fails they are still in the log. */
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

/** Has the chat beside the table look for lines, which have no version; `line`: the one that was announced. */
function chatMayBeNew(line = 0) {
  document.dispatchEvent(new CustomEvent("odin:chat", { detail: line }));
}

function connect() {
  clearTimeout(timer);
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const lang = document.documentElement.lang;
  socket = new WebSocket(`${scheme}://${location.host}/ws/games/${current().dataset.game}/page/?lang=${lang}`);
  socket.addEventListener("open", () => {
    tries = 0;
    sayIfAttended();
  });
  // From its first message on, this socket announces everything. Events without a version from before are fetched
  // here: usually a 304.
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

/**
 * Takes a turn over the socket. Null without one, as its answer would not come.
 * @returns {Promise<"taken" | "refused" | "lost"> | null} once the page shows it
 */
export function takeTurn(turn) {
  if (socket?.readyState !== WebSocket.OPEN || following) return null;
  sentAt = version();
  socket.send(JSON.stringify({ type: "turn", version: sentAt, turn }));
  return new Promise((resolve) => {
    const late = setTimeout(resolve, SEND_MS, "lost");
    answer = (outcome) => {
      clearTimeout(late);
      answer = () => {};
      resolve(outcome);
    };
  });
}

/** How many watch without a seat, in words. */
function showWatching(words) {
  const place = document.getElementById("watching");
  // The text table has none.
  if (!place) return;
  place.textContent = words;
  place.hidden = !words;
}

function heard(event) {
  const news = JSON.parse(event.data);
  if (news.type === "current" || news.type === "watching") showWatching(news.watching ?? "");
  if (news.type === "watching") return;
  if (news.type === "refused" || news.type === "error") {
    answer("refused");
    return;
  }
  if (news.type === "chat") {
    chatMayBeNew(news.id);
    // Locked or opened by a moderator, which is in the log too.
    if (news.id !== 0) return;
    again = true;
  }
  // Announced at the same version: wishes for a pause or more time (seat), and an ended game with a rematch or
  // ratings (game).
  if (["seat", "game"].includes(news.type) && news.version === version()) again = true;
  if ("sizes" in news || "left" in news) drawn = drawn.then(() => drawOrFollow(news));
  else hasChanged(news.version ?? 0);
}

async function hasChanged(newest) {
  wanted = Math.max(wanted, newest);
  await follow();
  isShown();
}

/** Answers the sender of a turn that the page shows now. */
function isShown() {
  if (version() > sentAt) answer("taken");
}

/** Draws a turn if nothing else is under way; else it is fetched with the part. */
async function drawOrFollow(turn) {
  try {
    if (!following && (await draw(turn))) wanted = Math.max(wanted, turn.version);
    else await hasChanged(turn.version);
  } catch {
    await hasChanged(turn.version);
  }
  isShown();
}

/** Fetches until the page is as new as the announcements: an event may come during a fetch, and a fetch may fail. */
async function follow() {
  if (following) return;
  clearTimeout(retry);
  following = true;
  // The reader's own act is announced before its answer is here.
  await answerOver();
  for (let tries = 0; tries < 5 && (again || version() < wanted); tries += 1) {
    again = false;
    if (!(await look())) {
      again = true;
      retry = setTimeout(follow, Math.min(POLL_MS, RETRY_MS * 2 ** failures));
      failures += 1;
      break;
    }
    failures = 0;
  }
  following = false;
}

function closed(event) {
  answer("lost");
  if (FOR_GOOD.has(event.code)) {
    look();
    return;
  }
  tries += 1;
  const wait = restAfter(event) || Math.min(LONGEST_WAIT_MS, 1000 * 2 ** (tries - 1)) * (0.75 + Math.random() / 2);
  timer = setTimeout(connect, wait);
  // A single closing is a server restart; after the second, show the connection's state.
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
  // Ready for the first turn.
  if (found(current(), "#table-facts")) setTimeout(() => import("./draw/turn.js").catch(() => {}), DRAWS_AFTER_MS);
  document.addEventListener("visibilitychange", backInView);
  addEventListener("pageshow", (event) => {
    if (event.persisted) backInView();
  });
  addEventListener("online", backInView);
  addEventListener("offline", look);
}
