// What the end of a game offers: a rematch or the next game, and sharing the game's replay.

import { tell } from "./words.js";

/** Prepares the part. */
function prepare() {
  const script = /** @type {HTMLInputElement | null} */ (
    document.querySelector(':is(#rematch-form, #next-form) [name="script"]')
  );
  if (script) script.value = "1";
  document.getElementById("share")?.setAttribute("role", "button");
}

/** Shares by the device's own sheet; without one, copies. Without https there is neither, and the link is followed. */
async function share(link) {
  try {
    if (navigator.share) {
      await navigator.share({ title: link.dataset.title, url: link.href });
      return;
    }
    await navigator.clipboard.writeText(link.href);
    link.textContent = link.dataset.done;
    tell(link.dataset.done);
  } catch (error) {
    // The reader closed the sheet.
    if (error.name !== "AbortError") location.assign(link.href);
  }
}

function pressed(event) {
  const link = /** @type {HTMLAnchorElement | null} */ (event.target.closest("#share"));
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  share(link);
}

export function startEnding() {
  document.addEventListener("odin:swapped", prepare);
  document.addEventListener("click", pressed);
  prepare();
}
