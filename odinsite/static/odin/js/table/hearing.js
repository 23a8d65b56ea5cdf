// Whether the reader hears sounds: as they chose or, without a choice, from their first turn in this browser on, unless
// they want less motion.

import { still } from "./motion.js";

const NAME = "odin-sounds";

/** Where nothing can be stored, on this page only. */
let begun = false;

function hasBegun() {
  try {
    return begun || localStorage.getItem(NAME) !== null;
  } catch {
    return begun;
  }
}

/** Call it when the reader has taken a turn. */
export function soundsBegin() {
  if (hasBegun()) return;
  begun = true;
  try {
    localStorage.setItem(NAME, "1");
  } catch {
    // The next page begins with its own first turn.
  }
}

function isOn({ dataset }) {
  return dataset.sound === "on" || (dataset.sound === "unchosen" && !still.matches);
}

/** Whether the turns that lead to this part make sounds. */
export function hears(part) {
  return isOn(part) && (part.dataset.sound === "on" || hasBegun());
}

/** Has the table's switch say whether sounds are on. */
export function showSound(part) {
  const button = /** @type {HTMLButtonElement | null} */ (document.getElementById("sound"));
  if (!button) return;
  const on = isOn(part);
  button.ariaPressed = String(on);
  button.value = on ? "0" : "1";
}
