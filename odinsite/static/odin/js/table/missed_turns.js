// "Since you were here": missed turns one at a time on the cloth, or as the list in the page.

import { hold } from "./hold.js";
import { moved, snapshot } from "./motion.js";
import { current } from "./part.js";

const cloth = () => document.getElementById("cloth");
// Where the board has no room for the strip, as in missed_turns.css.
const small = matchMedia("(width < 700px), (height < 500px)");
// In milliseconds after closing, how long a second tap on its button is ignored.
const HOLD_MS = 1000;
const inside = (id) => strip.querySelector(`#since-${id}`);

/** The strip shown, and what ends its listeners. */
let strip = null;
let ending = null;
/** The step shown, -1 for the present state; and the cloth to show then. */
let at = -1;
let now = null;

function steps() {
  return [...strip.querySelectorAll("li")];
}

function mark(seat) {
  document.querySelector(".seat.is-told")?.classList.remove("is-told");
  document.getElementById(`seat-${seat}`)?.classList.add("is-told");
}

/** The cloth of the present state. */
function rest() {
  if (now) cloth()?.replaceChildren(...now);
  now = null;
  at = -1;
  mark("");
}

/** Shows the cloth after a step, with motion. */
function lay(step) {
  const before = { ...snapshot(current()), hand: [] };
  now ??= [...cloth().childNodes];
  cloth().replaceChildren(step.querySelector("template").content.cloneNode(true));
  mark(step.dataset.seat);
  moved(before, current(), step.dataset.seat);
}

function words(step) {
  const place = document.createElement("b");
  place.className = "num";
  place.textContent = `${at + 1}/${steps().length}`;
  return [place, ...[...step.querySelectorAll(".since-line, .since-result")].map((line) => line.cloneNode(true))];
}

/** The strip's words and buttons for the step, or for none. */
function show() {
  const all = steps();
  inside("step").hidden = at < 0;
  inside("all").hidden = at >= 0;
  inside("back").hidden = at < 1;
  inside("step").replaceChildren(...(at < 0 ? [] : words(all[at])));
  const next = inside("next");
  if (at < 0) next.textContent = next.dataset.first;
  else next.textContent = at === all.length - 1 ? next.dataset.last : next.dataset.next;
}

function go(by) {
  if (at + by >= steps().length) {
    closedByHand();
    return;
  }
  at += by;
  inside("all").open = false;
  lay(steps()[at]);
  show();
  if (inside("back").hidden) inside("next").focus({ preventScroll: true });
}

function close() {
  const focused = strip.contains(document.activeElement);
  ending.abort();
  rest();
  strip.remove();
  strip = null;
  if (focused) document.getElementById("main").focus({ preventScroll: true });
}

/** Closes it; the turn's buttons replace its own and ignore taps for a moment. */
function closedByHand() {
  if (strip.closest("#bar")) hold(document.documentElement, "is-since-closed", HOLD_MS);
  close();
}

/** Places the strip over the board or, in small windows, instead of the bar's words. */
function place() {
  const bar = small.matches && current().querySelector(".play > .turn-bar");
  if (bar) bar.prepend(strip);
  else current().querySelector(".board")?.before(strip);
}

/** Moves the strip into a newer part and shows the present state. */
function follow() {
  now = null;
  rest();
  place();
  show();
}

/** Starts the strip of the page, or `html` in its place. */
export function showMissedTurns(html = "") {
  if (html && strip) close();
  if (html) current().querySelector(".board")?.insertAdjacentHTML("beforebegin", html);
  strip = document.getElementById("since");
  if (!strip) return;
  ending = new AbortController();
  const { signal } = ending;
  place();
  small.addEventListener("change", place, { signal });
  inside("next").hidden = false;
  inside("close").hidden = false;
  inside("next").addEventListener("click", () => go(1), { signal });
  inside("back").addEventListener("click", () => go(-1), { signal });
  inside("close").addEventListener("click", closedByHand, { signal });
  document.addEventListener("odin:swapped", follow, { signal });
  // Players who take a turn have seen the table.
  document.addEventListener(
    "submit",
    (event) => {
      if (event.target.id === "turn-form") close();
    },
    { signal },
  );
  show();
}
