// Whether a person is at this page: it is visible and was used recently. A tab left open does not count, since email is
// delayed only while a person looks.

const ATTENTION_MS = 120_000;
const REPEAT_MS = 60_000;
// Events that only people cause. Scrolling is excluded, because swaps scroll the page too.
const DEEDS = ["pointerdown", "keydown", "wheel", "touchstart", "touchmove"];

// Opening the page counts.
let doneAt = Date.now();
let saidAt = 0;
let say = () => {};
let back = () => {};
let place = null;

function isFresh() {
  return Date.now() - doneAt < ATTENTION_MS;
}

/** Whether a person is at the page. */
export function attended() {
  return document.visibilityState === "visible" && isFresh();
}

function done() {
  if (!isFresh()) back();
  doneAt = Date.now();
  if (doneAt - saidAt >= REPEAT_MS) sayIfAttended();
}

/** Browsers also fire when the page moves under a resting pointer: skip equal positions. */
function pointed(event) {
  const before = place;
  place = `${event.screenX} ${event.screenY}`;
  if (before && before !== place) done();
}

/** Reports presence immediately, if a person is at the page. */
export function sayIfAttended() {
  if (!attended()) return;
  saidAt = Date.now();
  say();
}

/**
 * Calls `tell` regularly while a person is at the page and when they return; `comeBack` on a return after an absence;
 * `leave` when they go to another page or close this one.
 */
export function startPresence(tell, { comeBack = () => {}, leave = () => {} } = {}) {
  say = tell;
  back = comeBack;
  setInterval(sayIfAttended, REPEAT_MS);
  const passive = { capture: true, passive: true };
  for (const deed of DEEDS) document.addEventListener(deed, done, passive);
  document.addEventListener("pointermove", pointed, passive);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") {
      back();
      done();
    } else if (isFresh()) leave();
  });
}
