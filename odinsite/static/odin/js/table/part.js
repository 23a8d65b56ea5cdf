// The table's live part: a fragment for this viewer, swapped as a whole, with choice, focus, open sections and
// scrolling kept.

import { extra } from "../site/late.js";
import { exchange, get, parsed, pressesOver, remember } from "../site/swap.js";
import { found, uncover } from "./behind.js";
import { hears, showSound, soundsBegin } from "./hearing.js";
import { hold, holdChanged } from "./hold.js";
import { bringIntoView, moved, overIn, snapshot } from "./motion.js";
import { say, tell } from "./words.js";

/** @type {(options: {fresh: boolean}) => void} */
let afterSwap = () => {};
let asked = null;
// The reader's changes being saved or saved last, which an earlier answer may not include.
let saving = Promise.resolve();
// In milliseconds after the reader's turn, how long a second press belongs to it.
const HOLD_MS = 1000;
let heldUntil = 0;

/** The live part shown now. */
export function current() {
  return document.getElementById("table");
}

export function version() {
  return Number(current().dataset.version);
}

/** Calls `then` after each swap. */
export function shownAgain(then) {
  afterSwap = then;
}

/** Whether the reader has changed the selection. */
function isTouched(select) {
  const byItself = [...select.options].findIndex((option) => option.defaultSelected);
  return select.selectedIndex !== Math.max(0, byItself);
}

/** Returns a function that restores after a swap; chosen cards and open rounds belong to their hand. */
function kept(part, { keepChoice, sameHand }) {
  const chosen = keepChoice && sameHand ? [...part.querySelectorAll("#turn-form input:checked")] : [];
  const written = keepChoice && sameHand ? [...part.querySelectorAll("#turn-note-text")] : [];
  const selected = [...part.querySelectorAll("select[id]")].filter(isTouched);
  const scroll = document.getElementById("log-scroll")?.scrollTop ?? 0;
  const putBack = remember("#table, #drawer", {
    fields: [...chosen, ...written, ...selected],
    keepsFold: (fold) => sameHand || !fold.id.startsWith("round-"),
    nearest: (focused) => (focused.closest("#turn-form, #cloth") ? ["#go-on", "#hand input:not([tabindex='-1'])"] : []),
  });
  return () => {
    putBack();
    const log = document.getElementById("log-scroll");
    if (log) log.scrollTop = scroll;
  };
}

/** Ignores taps for a moment after the reader's own turn: one meant for Play may come late. */
function holdBack(part, endsTurn) {
  if (endsTurn) heldUntil = performance.now() + HOLD_MS;
  const left = heldUntil - performance.now();
  if (left > 0) hold(part, "is-held", left);
}

/** Updates the frame around the part: the title, the header. */
function showAround(part) {
  document.title = part.dataset.title;
  showSound(part);
  for (const words of part.querySelectorAll("[data-into]")) {
    const place = document.getElementById(words.dataset.into);
    if (!place) continue;
    place.textContent = words.textContent;
    place.hidden = "empty" in words.dataset;
    if ("total" in words.dataset) place.dataset.total = words.dataset.total;
  }
}

/** The open request for a pause, its end or a rematch, in words. */
function wishIn(part) {
  return part.querySelector("#wish, #rematch-wish")?.dataset.said;
}

/** The note on the table, in words. */
function noteIn(part) {
  return part.querySelector("#turn-note > span")?.textContent.trim().replace(/\s+/g, " ");
}

/** Whether the reader's turn begins with this part: it may follow their own when they lead the next hand. */
function myTurnBegins(before, part) {
  return "myTurn" in part.dataset && (!before.myTurn || before.deal !== part.dataset.hand);
}

/** Whether the reader's turn ended before this part. */
function myTurnEnded(before, part) {
  return before.myTurn && (!("myTurn" in part.dataset) || before.deal !== part.dataset.hand);
}

/** Announces what happened since `before`, oldest first. */
function announce(before, part) {
  const news = [...document.querySelectorAll("#turns-in .entry")].filter(
    (entry) => Number(entry.dataset.version) > before.version,
  );
  const over = part.querySelector("#hand-over, #game-over");
  const ends = endsNow(before, part);
  // After a hand's end the lines are the next hand's; a game's end follows the turn that ended it.
  if (ends && over.id === "hand-over") tell(over.dataset.said);
  for (const entry of news.reverse()) tell(entry.dataset.said);
  if (ends && over.id === "game-over") tell(over.dataset.said);
  if (noteIn(part) && noteIn(part) !== before.note) tell(noteIn(part));
  if (wishIn(part) && wishIn(part) !== before.wish) tell(wishIn(part));
  // Ratings come soon after the end.
  if (!before.rated) tell(part.querySelector("#rating")?.dataset.said);
  if (myTurnBegins(before, part)) tell(say("your_turn"));
}

/** Whether a hand or the game ended with this part. */
function endsNow(before, part) {
  const over = overIn(part);
  return Boolean(over) && over !== before.over;
}

/** The newest line of the log. */
function newest() {
  return document.querySelector("#turns-in .entry[data-seat]");
}

/** Plays the turn's sound and vibrates, if the reader wants sounds. */
function sound(before, part) {
  const turn = { mine: myTurnBegins(before, part), accepted: myTurnEnded(before, part) };
  if (turn.accepted) soundsBegin();
  if (!hears(part)) return;
  const line = newest();
  const kind = line?.className.match(/entry-(\w+)/)?.[1];
  const took = Boolean(line?.querySelector(".entry-cards > .muted"));
  heard({ over: endsNow(before, part), kind, took, ...turn });
}

/** Loads the sounds on first use; without a connection there are none, which the note already says. */
function heard(what) {
  extra(() => import("./sound.js")).then((sounds) => sounds?.play(what));
}

/**
 * Swaps in a fetched part unless it is older.
 * @param {string} html, @param {{keepChoice?: boolean, goesBack?: boolean}} options whether chosen cards stay chosen,
 * and whether the reader goes back from a question that came as a page
 */
export function swap(html, { keepChoice = true, goesBack = false } = {}) {
  const fresh = parsed(html).getElementById("table");
  const old = current();
  if (!fresh || Number(fresh.dataset.version) < Number(old.dataset.version)) return;
  // An equal part would only close a question that the reader is answering.
  if (
    !goesBack &&
    fresh.dataset.etag === old.dataset.etag &&
    !fresh.querySelector(".bar-refusal, #ask:not([hidden])") &&
    !old.querySelector(".bar-refusal")
  )
    return;
  replace(old, fresh, { keepChoice });
}

/** Replaces the part and announces what is new. */
function replace(old, fresh, { keepChoice = true } = {}) {
  const before = beforeChange(old);
  const putBack = kept(old, { keepChoice, sameHand: before.deal === fresh.dataset.hand });
  const endsTurn = myTurnEnded(before, fresh);
  // Missed turns are shown once, with the page: they stay until the reader takes a turn.
  const missed = !endsTurn && old.querySelector("#since");
  if (missed) fresh.querySelector("section").before(missed);
  holdBack(fresh, endsTurn);
  holdChanged(old, fresh);
  exchange(old, fresh);
  changed(before, fresh, putBack);
}

/** Draws a plain turn or the end of a hand from the socket's message. */
export async function draw(event) {
  if (!found(current(), "#table-facts")) return false;
  const deals = event.type === "hand";
  const drawing = await (deals ? extra(() => import("./draw/deal.js")) : extra(() => import("./draw/turn.js")));
  if (!drawing) return false;
  await pressesOver();
  const old = current();
  const fresh = copied(old);
  const result = uncover(fresh);
  if (!drawing.canDraw(fresh, event)) return false;
  drawing.drawInto(old, fresh, event, result);
  replace(old, fresh);
  return true;
}

/** Shows what the last hand's result hid. False if it must be fetched. */
export function goOn() {
  const old = current();
  const fresh = copied(old);
  if (!uncover(fresh)) return false;
  // The server's part has another one now.
  fresh.dataset.etag = "";
  replace(old, fresh);
  return true;
}

/** A copy of the part with its log, which may be in the drawer, and without what timers end in the part itself. */
function copied(part) {
  const copy = part.cloneNode(true);
  copy.classList.remove("is-held");
  for (const moving of copy.querySelectorAll(".is-lifted, .is-told")) moving.classList.remove("is-lifted", "is-told");
  for (const shownOnce of copy.querySelectorAll("#since, #touch-hint, .cheer")) shownOnce.remove();
  if (!copy.querySelector("#turns-in"))
    copy.querySelector("#turns").append(document.getElementById("turns-in").cloneNode(true));
  return copy;
}

function beforeChange(part) {
  return {
    ...snapshot(part),
    version: version(),
    myTurn: "myTurn" in part.dataset,
    sound: hears(part),
    wish: wishIn(part),
    note: noteIn(part),
    rated: Boolean(part.querySelector("#rating")),
    writesAt: writesAt(),
  };
}

/** How far down the window the reader is writing, to the others or a note; undefined if they are not. */
function writesAt() {
  return document.activeElement?.closest("textarea, input[type='text']")?.getBoundingClientRect().top;
}

/** Keeps what the reader writes in its place, else brings what `happens` into view. */
function keepInView(before, happens) {
  const now = writesAt();
  if (now !== undefined) scrollBy({ top: now - (before.writesAt ?? now), behavior: "instant" });
  else if (happens) bringIntoView(document.getElementById("cloth"));
}

/** Restores what the reader had, and announces what is new since `before`. */
function changed(before, part, putBack) {
  putBack();
  showAround(part);
  afterSwap({ fresh: true });
  if (version() > before.version) {
    moved(before, part, newest()?.dataset.seat);
    sound(before, part);
  } else if (hears(part) && !before.sound) heard({ on: true });
  keepInView(before, before.deal !== part.dataset.hand || endsNow(before, part));
  if (endsNow(before, part)) cheer();
  announce(before, part);
}

/** Celebrates if the reader went out or won; without a connection it is left out. */
export function cheer() {
  if (!current().querySelector("#cloth > [data-cheer]")) return;
  extra(() => import("./celebrate.js")).then((cheers) => cheers?.celebrate());
}

/** Whether an answer is a table's part. If not (a login page, say), the page is reloaded. */
export function isPart(response) {
  return response.headers.has("X-Odin-Part");
}

/** Fetches the newest part; concurrent calls share one request. Throws without a connection. */
export function refresh() {
  asked ??= fetchPart().finally(() => {
    asked = null;
  });
  return asked;
}

/** Keeps parts rendered before this change was saved from being shown. */
export function saved(change) {
  saving = change.catch(() => {});
}

async function fetchPart() {
  const before = saving;
  await before;
  const part = current();
  const response = await get(part.dataset.part, { "If-None-Match": part.dataset.etag });
  if (response.status === 304) return;
  if (response.status >= 500) throw new Error(String(response.status));
  if (!isPart(response)) {
    location.reload();
    return;
  }
  const html = await response.text();
  await pressesOver();
  if (saving === before) swap(html);
  else await fetchPart();
}
