// Follows the game over a web socket. Plain turns and the ends of hands are drawn from what it tells; the part is fetched
// for all else.

import { extra, needed } from "../site/late.js";
import { attended, sayIfAttended, startPresence } from "../site/presence.js";
import { followSocket, LOGIN_OVER, NO_SUCH_GAME } from "../site/socket.js";
import { answerOver, get } from "../site/swap.js";
import { found } from "./behind.js";
import { look, lost } from "./connection.js";
import { current, draw, version } from "./part.js";

// Then a turn sent over the socket has no answer.
const ANSWER_MS = 4000;
// Where sockets are blocked, the page polls.
const POLL_MS = 20_000;
// The first pause after a failed fetch; the next ones double.
const RETRY_MS = 3000;
// Once the page has settled.
const DRAWS_AFTER_MS = 2000;

/** @type {ReturnType<typeof followSocket> | undefined} */
let socket;
// Whether the socket has just opened: its first message is not here yet.
let isNew = false;
// Announced but not fetched: the newest version, and whether something is new at the same version.
let wanted = 0;
let again = false;
let following = false;
/** Reports the outcome of a turn to its sender. */
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
  if (socket?.send({ type: "looking", version: seen })) told = seen;
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
    if (response.status !== 200) return;
    const { showMissedTurns } = await needed(() => import("./missed_turns.js"));
    showMissedTurns(await response.text());
  } catch {
    lost();
  }
}

/** Makes the chat next to the table fetch messages, which have no version; `line`: the announced one. */
function chatMayBeNew(line = 0) {
  document.dispatchEvent(new CustomEvent("odin:chat", { detail: line }));
}

/**
 * Takes a turn over the socket. Null without one, as its answer would not come.
 * @returns {Promise<"taken" | "refused" | "lost"> | null} once the page shows it, or no answer came: it may be stored
 */
export function takeTurn(turn) {
  if (following || !socket?.isOpen()) return null;
  sentAt = version();
  socket.send({ type: "turn", version: sentAt, turn });
  return new Promise((resolve) => {
    const late = setTimeout(() => {
      socket.probe();
      answer("lost");
    }, ANSWER_MS);
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

/**
 * Whether something is new at the version shown: a wish for a pause or more time, or an ended game's rematch or ratings.
 * The reader's own act may be announced after its answer, and is not new then.
 */
function isNews({ type, version: at }) {
  return at === version() && (type === "seat" || (type === "game" && "over" in current().dataset));
}

function opened() {
  isNew = true;
  sayIfAttended();
}

function heard(news) {
  // From its first message on, this socket announces everything. Events without a version from before are fetched
  // here: usually a 304.
  if (isNew) {
    isNew = false;
    again = true;
    chatMayBeNew();
  }
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
  if (isNews(news)) again = true;
  // After the turn that it came with.
  if (news.type === "note") drawn = drawn.then(() => noteIsNew(news));
  else if ("sizes" in news || "left" in news) drawn = drawn.then(() => drawOrFollow(news));
  else hasChanged(news.version ?? 0);
}

/** Fetches the part again: a note does not raise the version. */
function noteIsNew(news) {
  again = true;
  return hasChanged(news.version);
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

function ended({ code, times }) {
  answer("lost");
  // A single end is a server restart or a silent socket; after the second, show the connection's state.
  if (times > 1 || code === LOGIN_OVER || code === NO_SUCH_GAME) look();
}

function backInView() {
  if (visible()) look();
}

export function startLive() {
  if ("over" in current().dataset && !current().querySelector("#rematch") && !document.getElementById("chat")) return;
  seen = version();
  document.addEventListener("odin:swapped", swapped);
  const { lang } = document.documentElement;
  const path = `/ws/games/${current().dataset.game}/page/?lang=${lang}`;
  socket = followSocket(() => path, { opened, heard, ended });
  startPresence(looking, { comeBack, leave });
  setInterval(() => {
    if (visible() && !socket.isOpen()) {
      look();
      chatMayBeNew();
    }
  }, POLL_MS);
  // Ready for the first turn.
  if (found(current(), "#table-facts")) setTimeout(() => extra(() => import("./draw/turn.js")), DRAWS_AFTER_MS);
  document.addEventListener("visibilitychange", backInView);
  addEventListener("pageshow", (event) => {
    if (event.persisted) backInView();
  });
  addEventListener("online", backInView);
  addEventListener("offline", look);
}
