// What the end of a game offers: a rematch or the next game, and a link to send.

import { startSharing } from "../site/share.js";

/** Prepares the part. */
function prepare() {
  const script = /** @type {HTMLInputElement | null} */ (
    document.querySelector(':is(#rematch-form, #next-form) [name="script"]')
  );
  if (script) script.value = "1";
}

export function startEnding() {
  document.addEventListener("odin:swapped", prepare);
  startSharing();
  prepare();
}
