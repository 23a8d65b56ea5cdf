// What the last hand's result hides until the reader goes on: seats, board, last turn and bar of the next hand, and what
// draws it.

const HIDDEN = [".seats", ".wood", ".last-words", "#bar"];
// Of the last turn, if it was not the player's own.
const WHY = ".last-why";
const DRAWS = "#table-kit, #table-facts";

/** An element of the part that the result may hide. */
export function found(part, selector) {
  return part.querySelector(selector) ?? part.querySelector("#behind-result")?.content.querySelector(selector) ?? null;
}

/**
 * Shows what the result hides. The cards were never hidden: they stay as the reader has sorted them.
 * @returns {Element | null} the result, if there was one
 */
export function uncover(part) {
  const behind = part.querySelector("#behind-result");
  if (!behind) return null;
  const result = part.querySelector("#hand-over");
  for (const place of HIDDEN) part.querySelector(place).replaceWith(behind.content.querySelector(place));
  part.querySelector(".last-turn").before(...behind.content.querySelectorAll(WHY));
  behind.replaceWith(...behind.content.querySelectorAll(DRAWS));
  return result;
}

/** Keeps what a result is about to hide. */
export function hide(part) {
  const behind = document.createElement("template");
  behind.id = "behind-result";
  behind.content.append(...HIDDEN.map((place) => part.querySelector(place).cloneNode(true)));
  behind.content.append(...part.querySelectorAll(`${WHY}, ${DRAWS}`));
  part.append(behind);
}
