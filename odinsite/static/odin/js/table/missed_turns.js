// "Since you were here": what was missed, a turn at a time on the cloth, or as the list that the page came with.

import { hold } from "./hold.js";
import { moved, snapshot } from "./motion.js";
import { current } from "./part.js";

const cloth = () => document.getElementById("cloth");
// Where the board has no room for the strip: as missed_turns.css has it.
const small = matchMedia("(width < 700px), (height < 500px)");
// So long after it has closed, in milliseconds, a second tap on its button still belongs to it.
const HOLD_MS = 1000;
const inside = (id) => strip.querySelector(`#since-${id}`);

/** The strip that is shown, and what ends its listening. */
let strip = null;
let ending = null;
/** Which step lies on the cloth, -1 while that shows how things stand now; what belongs there then. */
let at = -1;
let now = null;

function steps() {
  return [...strip.querySelectorAll("li")];
}

function mark(seat) {
  document.querySelector(".seat.is-told")?.classList.remove("is-told");
  document.getElementById(`seat-${seat}`)?.classList.add("is-told");
}

/** The cloth as things stand. */
function rest() {
  if (now) cloth()?.replaceChildren(...now);
  now = null;
  at = -1;
  mark("");
}

/** Lays on the cloth what lay there after a step, moving what moved. */
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

/** The strip's words and buttons for the step that is shown, or for none. */
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

/** Closes it; where its buttons stood, those of a turn stand at once, and take no tap for a moment. */
function closedByHand() {
  if (strip.closest("#bar")) hold(document.documentElement, "is-since-closed", HOLD_MS);
  close();
}

/** Puts the strip over the board, or, in small windows, where the bar's words are. */
function place() {
  const bar = small.matches && current().querySelector(".play > .turn-bar");
  if (bar) bar.prepend(strip);
  else current().querySelector(".board")?.before(strip);
}

/** Goes along into a newer part, whose cloth shows what has just happened. */
function follow() {
  now = null;
  rest();
  place();
  show();
}

/** Sets going the strip that the page has, or that came as `html` in its place. */
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
  // Who takes a turn has seen how things stand.
  document.addEventListener(
    "submit",
    (event) => {
      if (event.target.id === "turn-form") close();
    },
    { signal },
  );
  show();
}
