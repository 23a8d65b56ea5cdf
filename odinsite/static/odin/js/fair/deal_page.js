// Checks the game of the page “Verify this deal” in this browser, and says in words what it found.

import { checkRecord, noteIn, sentence } from "./check.js";

const place = document.getElementById("fair-check");
const list = document.getElementById("fair-found");
const words = JSON.parse(document.getElementById("fair-words").textContent);

/** What js/lobby/contribute.js stored of this game, as text; null if nothing. */
function stored() {
  try {
    return localStorage.getItem(`odin-deal:${place.dataset.game}`);
  } catch {
    return null;
  }
}

function show(sentences, state) {
  list.replaceChildren(
    ...sentences.map((said) => {
      const item = document.createElement("li");
      item.textContent = said;
      return item;
    }),
  );
  list.dataset.found = state;
  list.parentElement.classList.toggle("note-danger", state === "wrong");
}

/** The note to compare. People who left before the start took their data along: only the anchor is left to compare. */
function noteFor(record, text) {
  const note = noteIn(text);
  const left = note?.seat != null && !("seated" in place.dataset);
  if (!left || record.fair.contributions[note.seat] === note.contribution) return note;
  return { anchor: note.anchor, refused: "left" };
}

/** Offers the note as a file, for the check by node. */
function offerNote(note) {
  const link = /** @type {HTMLAnchorElement} */ (document.getElementById("fair-note"));
  link.href = URL.createObjectURL(new Blob([note], { type: "application/json" }));
  link.hidden = false;
}

async function check() {
  const text = stored();
  if (text !== null) offerNote(text);
  if (!globalThis.crypto?.subtle) return show([words.insecure], "failed");
  const response = await fetch(place.dataset.record, { cache: "no-store" });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const record = await response.json();
  const { sound, said } = await checkRecord(record, text === null ? undefined : noteFor(record, text));
  return show(
    said.map((found) => sentence(words, found)),
    sound ? "sound" : "wrong",
  );
}

place.hidden = false;
check().catch(() => show([words.failed], "failed"));
