// The viewer's private note: fetched when its section is opened, and kept by itself while it is written.

const PAUSE_MS = 1200;

const fold = document.getElementById("note");
let opening = null;
let timer = 0;
let keeping = null;
let kept = "";
// It was changed elsewhere: nothing is kept by itself any more, and the button leads to the page that shows both.
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

/** Keeps what is written now; what is typed meanwhile is kept after it. */
async function keep() {
  clearTimeout(timer);
  if (keeping || overtaken || !isChanged()) return;
  const data = new FormData(form());
  const options = { method: "POST", body: data, headers: { Accept: "application/json" }, keepalive: true };
  keeping = fetch(fold.dataset.address, options);
  try {
    const response = await keeping;
    const answer = await response.json();
    if (response.ok) {
      kept = data.get("text");
      form().elements.seen.value = answer.seen;
    }
    overtaken = answer.error === "note_changed";
    tell(response.ok ? answer.said : answer.detail);
  } catch {
    tell(fold.dataset.lost);
    return;
  } finally {
    keeping = null;
  }
  if (data.get("text") !== form().elements.text.value) timer = setTimeout(keep, PAUSE_MS);
}

function written() {
  tell(isChanged() ? fold.dataset.waits : "");
  clearTimeout(timer);
  timer = setTimeout(keep, PAUSE_MS);
}

/** Opens the section, wherever on the page the reader is, and goes to what is written there. */
export async function goToNote() {
  fold.open = true;
  fold.scrollIntoView({ block: "center" });
  await openNote();
  (form()?.elements.text ?? fold.querySelector("summary")).focus({ preventScroll: true });
}

/** Puts the form into the section, once; without a connection the link to the note's page stays. */
export function openNote() {
  // Without a connection the link stays in the section, and the next opening tries again.
  opening ??= fill().catch(() => { opening = null; });
  return opening;
}

async function fill() {
  const response = await fetch(fold.dataset.address, { headers: { "X-Requested-With": "fetch" } });
  if (!response.ok || response.redirected) return;
  document.getElementById("note-in").innerHTML = await response.text();
  kept = form().elements.text.value;
  form().addEventListener("input", written);
  form().addEventListener("submit", (event) => {
    if (overtaken) return;
    event.preventDefault();
    keep();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") keep();
  });
}
