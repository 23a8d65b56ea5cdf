// The note that there is no connection. Chosen cards stay.

import { refresh } from "./part.js";

const note = document.getElementById("connection");
const words = note?.querySelector("p");
const usual = words?.innerHTML;

/** Shows the note, with other words if given. */
export function lost(other = "") {
  if (!note) return;
  if (other) words.textContent = other;
  else words.innerHTML = usual;
  note.hidden = false;
}

export function found() {
  if (note) note.hidden = true;
}

/** Fetches the newest state; the note shows whether that worked. */
export async function look() {
  try {
    await refresh();
    found();
    return true;
  } catch {
    lost();
    return false;
  }
}

note?.querySelector("#try-again").addEventListener("click", look);
