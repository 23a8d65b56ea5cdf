// Ignores taps for a moment: a second tap on a button that has gone must not press what replaced it.

const timers = new WeakMap();

/** Gives `element` the class `mark` for some milliseconds; motion.css ignores taps under it. */
export function hold(element, mark, ms) {
  clearTimeout(timers.get(element));
  element.classList.add(mark);
  timers.set(
    element,
    setTimeout(() => element.classList.remove(mark), ms),
  );
}

// In milliseconds, how long a press belongs to the button's former meaning.
const CHANGED_MS = 500;

/** What the bar's main button does, in which hand and, if it takes a turn, over which set; "" without one. */
function mainAct(part) {
  const button = part.querySelector("#go-on, #play:not([hidden]), #pass, #take-turn, #undo, #end-pause, #arm");
  // Others' turns change nothing about going on from a result, or about plans for any set.
  const table = ["go-on", "arm"].includes(button?.id) ? "" : button?.closest("form")?.dataset.table;
  return button ? [button.id, part.dataset.hand, table].join() : "";
}

/** Holds the bar's buttons back where the main one does something else in the fresh part. */
export function holdChanged(old, fresh) {
  const before = mainAct(old);
  if (before && before !== mainAct(fresh)) hold(document.documentElement, "is-changed", CHANGED_MS);
}

// Taps are ignored by style; keys, and what scripts press for the reader, here.
document.addEventListener(
  "click",
  (event) => {
    const target = /** @type {Element} */ (event.target);
    if (!target.closest(".is-changed :is(.bar-actions, .bar-arm, #take-turn)")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  { capture: true },
);
