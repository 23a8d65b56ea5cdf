// Keeps taps off for a moment: a second tap on what has just gone is none on what lies there now.

const timers = new WeakMap();

/** Has `element` bear the class `mark`, under which motion.css takes no taps, for so many milliseconds. */
export function hold(element, mark, ms) {
  clearTimeout(timers.get(element));
  element.classList.add(mark);
  timers.set(
    element,
    setTimeout(() => element.classList.remove(mark), ms),
  );
}
