// Dragging a card, or all chosen ones, to the cloth to play them or within the hand to reorder it. A finger also plays
// the chosen cards by flinging one of them upwards or tapping it twice.
//
// A finger lifts a chosen card immediately, another card by moving sideways or resting on it, since vertical moves
// scroll the page (touch-action in hand.css).

import { chooseOnly, missing, ready } from "./choice.js";
import { codesInHand, hand, keepOrder } from "./hand_order.js";
import { play } from "./keys.js";
import { hintAtTouch, touchPlayed } from "./touch_hint.js";
import { places, slide } from "../motion.js";
import { say, tell } from "../words.js";

const SLOP = 7;
const REST_MS = 260;
// A fling: at least so far up, within so long, and twice as far up as aside.
const FLING_PX = 60;
const FLING_MS = 350;
// The longest time between two taps that belong together, and from the second one to its click.
const TAPS_MS = 300;
const CLICK_MS = 50;

/** The current or possible drag: where it was pressed, which cards, and the ghost once they are lifted. */
let drag = null;
/** The last tap: its card, when, and whether it may begin two taps that play. */
let tap = null;

function cardsOf(label) {
  const box = label.querySelector("input");
  if (!box.checked) return [box.value];
  return [...hand().querySelectorAll("input:checked")].map((checked) => checked.value);
}

function labelOf(code) {
  return document.getElementById(`card-${code}`).closest(".hand-card");
}

/** Starts a possible drag. */
function pressed(event) {
  const label = event.target.closest?.("#hand .hand-card");
  if (!label || event.button !== 0 || !event.isPrimary || label.querySelector("input").disabled) return;
  end();
  const chosen = label.querySelector("input").checked;
  const touch = event.pointerType !== "mouse";
  drag = {
    id: event.pointerId,
    label,
    codes: cardsOf(label),
    x: event.clientX,
    y: event.clientY,
    at: event.timeStamp,
    order: codesInHand(),
    before: codesInHand(),
    touch,
    chosen,
    timer: touch ? setTimeout(lift, REST_MS) : 0,
  };
}

function lift() {
  clearTimeout(drag.timer);
  const ghost = document.createElement("div");
  ghost.className = "drag-ghost";
  ghost.setAttribute("aria-hidden", "true");
  const box = drag.label.getBoundingClientRect();
  for (const code of drag.codes) ghost.append(labelOf(code).querySelector(".card").cloneNode(true));
  ghost.style.width = `${box.width}px`;
  ghost.style.left = `${box.left}px`;
  ghost.style.top = `${box.top}px`;
  document.body.append(ghost);
  drag.ghost = ghost;
  document.documentElement.classList.add("is-dragging");
  for (const code of drag.codes) labelOf(code).classList.add("is-dragged");
}

function moved(event) {
  if (!drag || event.pointerId !== drag.id) return;
  const x = event.clientX - drag.x;
  const y = event.clientY - drag.y;
  if (!drag.ghost) {
    if (Math.hypot(x, y) < SLOP) return;
    // The finger scrolls the page.
    if (drag.touch && !drag.chosen && Math.abs(y) > Math.abs(x)) return end();
    lift();
  }
  drag.ghost.style.transform = `translate(${x}px, ${y}px)`;
  over(event.clientX, event.clientY);
}

/** Shows what is under the dragged cards: the cloth lights up, the hand makes room. */
function over(x, y) {
  const below = document.elementFromPoint(x, y);
  const cloth = below?.closest(".wood");
  document.getElementById("cloth").classList.toggle("is-drop", Boolean(cloth));
  drag.onCloth = Boolean(cloth);
  const target = below?.closest("#hand .hand-card");
  if (!target || drag.codes.includes(target.dataset.card)) return;
  const box = target.getBoundingClientRect();
  const rest = drag.order.filter((code) => !drag.codes.includes(code));
  const at = rest.indexOf(target.dataset.card) + (x > box.left + box.width / 2 ? 1 : 0);
  arrange([...rest.slice(0, at), ...drag.codes, ...rest.slice(at)]);
}

/** Shows the cards in this order by style alone: a card moved in the document would lose its finger. */
function arrange(codes) {
  if (codes.join() === drag.order.join()) return;
  const before = places(hand().querySelectorAll(".hand-card"));
  drag.order = codes;
  codes.forEach((code, at) => {
    labelOf(code).style.order = at;
  });
  slide(before);
}

function dropped(event) {
  if (!drag || event.pointerId !== drag.id) return;
  if (!drag.ghost) return tapped(event);
  const { codes, before, order, onCloth } = drag;
  const flies = isFlung(event);
  end();
  if (flies) playByTouch();
  else if (onCloth) lay(codes);
  else if (order.join() !== before.join()) keepOrder(order);
  // The end of a drag does not choose the card.
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }));
}

/** Whether a finger flung a chosen card upwards. */
function isFlung({ clientX, clientY, timeStamp }) {
  const up = drag.y - clientY;
  const quick = timeStamp - drag.at < FLING_MS;
  return drag.touch && drag.chosen && quick && up >= FLING_PX && up > 2 * Math.abs(clientX - drag.x);
}

function playByTouch() {
  touchPlayed();
  play();
}

/** A finger's second tap on a chosen card chooses it again and plays the choice. Two taps on another change nothing. */
function tapped({ timeStamp }) {
  const { label, touch, chosen } = drag;
  const code = label.dataset.card;
  end();
  const isQuick = tap?.code === code && timeStamp - tap.at < TAPS_MS;
  const isSecond = isQuick && tap.begins && !chosen;
  // A third tap in a row belongs to a finger that hesitates.
  tap = { code, at: timeStamp, begins: chosen && !isQuick };
  if (!touch) return;
  const clicked = new AbortController();
  const then = isSecond ? playByTouch : hintAtTouch;
  document.addEventListener("change", () => then(), { once: true, signal: clicked.signal });
  setTimeout(() => clicked.abort(), CLICK_MS);
}

function swallow(event) {
  event.preventDefault();
  event.stopPropagation();
}

/** Chooses exactly these cards and plays them, or says what is missing. */
function lay(codes) {
  chooseOnly(codes);
  const play = document.getElementById("play");
  if (!play) tell(say("not_your_turn"));
  else if (ready(play)) play.click();
  else tell(missing(play));
}

function cancelled(event) {
  if (drag && event.pointerId === drag.id) end();
}

/** Ends the drag and restores the order of before. */
function end() {
  if (!drag) return;
  clearTimeout(drag.timer);
  drag.ghost?.remove();
  document.documentElement.classList.remove("is-dragging");
  document.getElementById("cloth")?.classList.remove("is-drop");
  for (const card of document.querySelectorAll("#hand .hand-card")) {
    card.classList.remove("is-dragged");
    card.style.order = "";
  }
  drag = null;
}

const HANDLERS = { pointerdown: pressed, pointermove: moved, pointerup: dropped, pointercancel: cancelled };
for (const [kind, handler] of Object.entries(HANDLERS)) addEventListener(kind, handler);

/** Handles events from before this module was loaded. */
export function replay(events) {
  for (const event of events) HANDLERS[event.type](event);
}

addEventListener(
  "touchmove",
  (event) => {
    if (drag?.ghost && event.cancelable) event.preventDefault();
  },
  { passive: false },
);
addEventListener("contextmenu", (event) => {
  if (drag?.touch) event.preventDefault();
});
// While cards are lifted, Escape only puts them back.
addEventListener(
  "keydown",
  (event) => {
    if (event.key !== "Escape" || !drag?.ghost) return;
    event.stopImmediatePropagation();
    end();
  },
  { capture: true },
);
// The part was swapped during the drag.
document.addEventListener("odin:swapped", end);
