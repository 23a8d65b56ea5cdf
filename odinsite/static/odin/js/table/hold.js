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
