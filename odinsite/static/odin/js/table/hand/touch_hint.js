// Tells fingers that two taps or a fling play the chosen cards: on a few visits, until one is played so.

import { ready } from "./choice.js";
import { say } from "../words.js";

const NAME = "odin-touch-hints";
const MOST = 3;
const SHOWN_MS = 7000;

/** Once a visit. */
let shown = false;

/** How often it has been shown in this browser; where nothing can be stored it is not shown at all. */
function count() {
  try {
    return Number(localStorage.getItem(NAME));
  } catch {
    return MOST;
  }
}

function keep(times) {
  try {
    localStorage.setItem(NAME, String(times));
  } catch {
    // It comes again on the next visit.
  }
}

/** Shows it above the hand if the chosen cards may be played. Screen readers have gestures of their own. */
export function hintAtTouch() {
  const play = document.getElementById("play");
  const times = count();
  if (shown || times >= MOST || !play || !ready(play)) return;
  shown = true;
  keep(times + 1);
  const hint = document.createElement("p");
  hint.className = "touch-hint";
  hint.id = "touch-hint";
  hint.setAttribute("aria-hidden", "true");
  hint.textContent = say("touch_hint");
  document.querySelector("#turn-form > .hand-head").append(hint);
  setTimeout(() => hint.remove(), SHOWN_MS);
}

/** Call it when a finger plays so: the hint is not needed again. */
export function touchPlayed() {
  if (document.querySelector("#play:not(:disabled)")) keep(MOST);
  document.getElementById("touch-hint")?.remove();
}
