// Whether somebody is at this page: it is in view, and something was done on it lately. A tab that was left open, be it
// in a window that stays in sight, is not looked at: mail is held back only for who is.

const ATTENTION_MS = 120_000;
const REPEAT_MS = 30_000;
// What only people do. Scrolling itself is not among them, as a page scrolls too when a part of it is swapped.
const DEEDS = ["pointerdown", "keydown", "wheel", "touchstart", "touchmove"];

// Opening the page is something done.
let doneAt = Date.now();
let saidAt = 0;
let say = () => {};
let back = () => {};
let place = null;

function isFresh() {
  return Date.now() - doneAt < ATTENTION_MS;
}

/** Whether somebody is at the page. */
export function attended() {
  return document.visibilityState === "visible" && isFresh();
}

function done() {
  if (!isFresh()) back();
  doneAt = Date.now();
  if (doneAt - saidAt >= REPEAT_MS) sayIfAttended();
}

/** A browser also tells of pointers that rest while the page moves below them: those are where they were. */
function pointed(event) {
  const before = place;
  place = `${event.screenX} ${event.screenY}`;
  if (before && before !== place) done();
}

/** Says at once that the page is looked at, if it is. */
export function sayIfAttended() {
  if (!attended()) return;
  saidAt = Date.now();
  say();
}

/**
 * Has `tell` called now and then while somebody is at the page, and as soon as they are back at it; `comeBack` when
 * somebody is at it again who was not, and `leave` when who was goes to another page, or closes this one.
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
