// The hand: one tab stop with arrow keys between cards, and sorting without a reload. Dragging, single keys and the
// hint load when needed.

import { choose } from "./choice.js";
import { lost } from "../connection.js";
import { extra, needed } from "../../site/late.js";
import { singleKeys } from "./keys_choice.js";
import { refresh } from "../part.js";
import { byColour, canonical } from "../rules.js";

const drag = () => import("./hand_drag.js");
const hints = () => import("./hint.js");
const keys = () => import("./keys.js");
const order = () => import("./hand_order.js");
const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
const TYPED = 'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable]';

/** The card with the tab stop; it stays the same after a swap. */
let stop = "";

function boxes() {
  return [...document.querySelectorAll('#hand input[name="card"]')];
}

function rove() {
  const all = boxes();
  const here = all.find((box) => box.id === stop) ?? all[0];
  for (const box of all) box.tabIndex = box === here ? 0 : -1;
}

/** The number of cards in the first row, for moving up and down. */
function perRow(all) {
  const top = all[0].closest(".hand-card").offsetTop;
  return all.filter((box) => Math.abs(box.closest(".hand-card").offsetTop - top) < 20).length;
}

/** Modules that have arrived. A press acts on them at once, so that a later press cannot overtake it. */
const arrived = new Map();

async function load(module, then) {
  try {
    if (!arrived.has(module)) arrived.set(module, await needed(module));
    then(arrived.get(module));
  } catch {
    // Missing without a connection; its button works too.
    lost();
  }
}

function step(event, box) {
  const all = boxes();
  const at = all.indexOf(box);
  let by = STEPS[event.key];
  if (event.key === "ArrowUp") by = -perRow(all);
  if (event.key === "ArrowDown") by = perRow(all);
  if (by === undefined) return;
  event.preventDefault();
  if (event.shiftKey) {
    // The practice game stores no own order.
    if (document.getElementById("sort-own")) load(order, ({ shift }) => shift(box, by));
    return;
  }
  const to =
    Math.abs(by) > 1 && Number.isFinite(by) && !all[at + by] ? at : Math.min(all.length - 1, Math.max(0, at + by));
  all[to].focus();
}

/** Goes back one step: from a question, the hint, or the choice of cards. */
function stepBack() {
  const way = document.querySelector("#ask:not([hidden]) #ask-back") ?? document.getElementById("hints-close");
  if (way) return way.click();
  const chosen = boxes().filter((box) => box.checked);
  for (const box of chosen) box.checked = false;
  if (chosen.length) choose();
}

function keyed(event) {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
  if (
    !document.querySelector('#hand input[name="card"], #go-on') ||
    document.querySelector("dialog:modal") ||
    event.target.closest?.(`#chat, ${TYPED}`)
  )
    return;
  const box = event.target.closest?.('#hand input[name="card"]');
  if (event.key === "Escape") stepBack();
  else if (event.key === "Enter" && (box || event.target === document.body)) {
    // Enter on a card would press the form's first button.
    event.preventDefault();
    load(keys, ({ play }) => play());
  } else if (event.key.length === 1 && event.key !== " ") {
    if (singleKeys()) load(keys, ({ act }) => act(event.key));
  } else if (box) step(event, box);
}

function sort(how) {
  const codes = boxes().map((box) => box.value);
  const chosen = boxes()
    .filter((box) => box.checked)
    .map((box) => box.value);
  load(order, ({ keepOrder, keepSort }) => {
    if (how !== "own") keepSort(how, how === "colour" ? byColour(codes) : canonical(codes));
    else if (chosen.length) keepOrder(chosen);
    // The server knows the reader's own order.
    else keepSort(how).then(refresh).catch(lost);
  });
}

function pressed(event) {
  const button = event.target.closest('.sorting button[name="sort"]');
  if (button) {
    event.preventDefault();
    sort(button.value);
  } else if (event.target.closest("#hint")) {
    event.preventDefault();
    load(hints, ({ hint }) => hint());
  } else if (event.target.closest("#hints a")) {
    event.preventDefault();
    load(hints, ({ pressed: chosen }) => chosen(event));
  }
}

/** The hand by keyboard and its list of keys, for the table and the practice game. */
export function startKeys() {
  rove();
  document.addEventListener("odin:swapped", rove);
  document.addEventListener("focusin", (event) => {
    if (!event.target.closest?.('#hand input[name="card"]')) return;
    stop = event.target.id;
    rove();
  });
  document.addEventListener("keydown", keyed);
  // Touch screens have no keys.
  if (singleKeys() && boxes().length && matchMedia("(hover: hover)").matches) {
    if (document.readyState === "complete") fetchKeys();
    else addEventListener("load", fetchKeys, { once: true });
  }
  document.addEventListener("click", (event) => {
    if (!event.target.closest("#keys-open")) return;
    event.preventDefault();
    load(keys, ({ sheet }) => sheet());
  });
}

/** Loads the keys' script when idle, so that the first key answers quickly. */
function fetchKeys() {
  // Without a connection the first key loads it again and reports the error.
  const fetched = () => extra(async () => arrived.set(keys, await keys()));
  if (window.requestIdleCallback) requestIdleCallback(fetched);
  else setTimeout(fetched, 2000);
}

export function startHand() {
  startKeys();
  document.addEventListener("click", pressed);
  document.addEventListener("pointerdown", loadDrag, { once: true });
}

/**
 * Loads dragging at the first press and hands over the events in between: the drag may end before the module is here.
 */
function loadDrag(press) {
  const events = [press];
  const coming = new AbortController();
  for (const kind of ["pointerdown", "pointermove", "pointerup", "pointercancel"])
    addEventListener(kind, (event) => events.push(event), { signal: coming.signal });
  load(drag, ({ replay }) => {
    coming.abort();
    replay(events);
  });
}
