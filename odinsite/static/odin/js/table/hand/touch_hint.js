// Shows people who use a finger that two taps or a fling play the chosen cards: once in a browser, unless one is played
// so before.

import { ready } from "./choice.js";
import { say } from "../words.js";

const NAME = "odin-touch-hints";
const SHOWN_MS = 7000;

/** Whether it is known here; where nothing can be stored it is not shown at all. */
function isKnown() {
  try {
    return localStorage.getItem(NAME) !== null;
  } catch {
    return true;
  }
}

function keep() {
  try {
    localStorage.setItem(NAME, "1");
  } catch {
    // Then it is not shown either.
  }
}

/** Shows it if the chosen cards may be played, in place of the last turn. Screen readers have gestures of their own. */
export function hintAtTouch() {
  const play = document.getElementById("play");
  if (isKnown() || !play || !ready(play)) return;
  keep();
  const hint = document.createElement("p");
  hint.className = "touch-hint";
  hint.id = "touch-hint";
  hint.setAttribute("aria-hidden", "true");
  hint.textContent = say("touch_hint");
  const last = document.querySelector(".last-turn");
  (last?.getClientRects().length ? last : document.getElementById("bar")).append(hint);
  setTimeout(() => document.getElementById("touch-hint")?.remove(), SHOWN_MS);
}

/** Call it when a finger plays so: the hint is not needed again. */
export function touchPlayed() {
  if (document.querySelector("#play:not(:disabled)")) keep();
  document.getElementById("touch-hint")?.remove();
}
