// The viewer's private note: in the log's column on wide windows, else a drawer. Fetched when first opened, and saved
// while typing.

import { get } from "../site/swap.js";

const PAUSE_MS = 1200;

const dialog = document.getElementById("note");
const wide = matchMedia("(width >= 1200px) and (height >= 500px)");
let opening = null;
let timer = 0;
let keeping = null;
let kept = "";
// Changed elsewhere: saving stops, and the button leads to the page that shows both.
let overtaken = false;

function form() {
  return document.getElementById("note-form");
}

function tell(words) {
  document.getElementById("note-said").textContent = words;
}

function isChanged() {
  return form()?.elements.text.value !== kept;
}

/** Saves the text; later changes are saved next. */
async function keep() {
  clearTimeout(timer);
  if (keeping || overtaken || !isChanged()) return;
  const data = new FormData(form());
  const options = { method: "POST", body: data, headers: { Accept: "application/json" }, keepalive: true };
  keeping = fetch(dialog.dataset.address, options);
  try {
    const response = await keeping;
    const answer = await response.json();
    if (response.ok) {
      kept = String(data.get("text"));
      form().elements.seen.value = answer.seen;
    }
    overtaken = answer.error === "note_changed";
    tell(response.ok ? answer.said : answer.detail);
  } catch {
    tell(dialog.dataset.lost);
    return;
  } finally {
    keeping = null;
  }
  if (data.get("text") !== form().elements.text.value) timer = setTimeout(keep, PAUSE_MS);
}

function written() {
  tell(isChanged() ? dialog.dataset.waits : "");
  clearTimeout(timer);
  timer = setTimeout(keep, PAUSE_MS);
}

/** Shows the note in place; without a connection its own page reports that. */
export async function openNote() {
  try {
    opening ??= fill();
    await opening;
    show();
  } catch {
    opening = null;
    location.assign(dialog.dataset.address);
  }
}

function show() {
  if (dialog.open) return;
  if (wide.matches) dialog.show();
  else dialog.showModal();
  form().elements.text.focus();
}

function closed() {
  keep();
  // Its button was hidden behind it, where browsers cannot restore the focus.
  if (wide.matches && !dialog.open) document.getElementById("to-note")?.focus({ preventScroll: true });
}

async function fill() {
  const response = await get(dialog.dataset.address);
  if (!response.ok || response.redirected) throw new Error(String(response.status));
  dialog.innerHTML = await response.text();
  dialog.prepend(document.querySelector("#drawer > .drawer-close").cloneNode(true));
  kept = form().elements.text.value;
  form().addEventListener("input", written);
  form().addEventListener("submit", (event) => {
    if (overtaken) return;
    event.preventDefault();
    keep();
  });
  dialog.addEventListener("close", closed);
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    dialog.close();
  });
  // From a drawer to the column, or back.
  wide.addEventListener("change", () => {
    if (!dialog.open) return;
    dialog.close();
    show();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") keep();
  });
}
