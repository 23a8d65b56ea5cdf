// Counts down the time of the seat to act by the server's clock, and announces it only when little is left.

import { look } from "./connection.js";
import { current } from "./part.js";
import { say, tell } from "./words.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
// The server looks for expired turns every few seconds.
const AFTER_END = 8 * SECOND;
// Announced once each, when this much of the reader's own time is left.
const LAST_WORDS = 10 * MINUTE;
const LAST_WORDS_LIVE = 15 * SECOND;

// How far this device's clock is ahead of the server's: the smallest value seen, as answers only arrive late.
let ahead = Infinity;
let timer = 0;
let before = null;
let asked = 0;

function clock() {
  return document.getElementById("clock");
}

/** A duration in few characters: "5 h", "42 min", at a live table "0:42". */
function short(left, live) {
  if (live) {
    const seconds = Math.ceil(left / SECOND);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
  if (left < MINUTE) return say("moment");
  if (left < 2 * HOUR) return say("minutes", { count: Math.floor(left / MINUTE) });
  if (left < 2 * DAY) return say("hours", { count: Math.floor(left / HOUR) });
  return say("days", { count: Math.floor(left / DAY) });
}

function announce(due, left, thresholds, live) {
  const crossed = before?.due === due && thresholds.some((mark) => left <= mark && before.left > mark);
  before = { due, left };
  if (crossed && "myTurn" in current().dataset) tell(say("hurry", { time: short(left, live) }));
}

function tick() {
  clearTimeout(timer);
  const shown = clock();
  if (!shown?.dataset.due) return;
  const due = Number(shown.dataset.due);
  const urgent = Number(shown.dataset.urgent);
  const live = "live" in shown.dataset;
  const left = due - (Date.now() - ahead);
  const place = document.getElementById("clock-left");
  const words = left > 0 ? say("left", { time: short(left, live) }) : say("time_up");
  if (place.textContent !== words) place.textContent = words;
  shown.classList.toggle("is-urgent", left <= due - urgent);
  announce(due, left, [due - urgent, live ? LAST_WORDS_LIVE : LAST_WORDS], live);
  if (left > 0) timer = setTimeout(tick, live ? left % SECOND || SECOND : Math.min(left % MINUTE || MINUTE, MINUTE));
  else if (asked !== due) {
    // Once, in case the event is lost.
    asked = due;
    timer = setTimeout(look, AFTER_END);
  }
}

function read() {
  const now = Number(clock()?.dataset.now);
  if (now) ahead = Math.min(ahead, Date.now() - now);
  tick();
}

export function startClock() {
  document.addEventListener("odin:swapped", read);
  // A sleeping device's timers are late.
  document.addEventListener("visibilitychange", tick);
  addEventListener("pageshow", tick);
  read();
}
