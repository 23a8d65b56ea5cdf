// The cards in hand: arrow keys go from card to card, the sorting buttons lay them anew without a reload.

import { byColour, canonical } from "./rules.js";
import { slide, places } from "./motion.js";

const YEAR = 31_536_000;
const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

function boxes() {
  return [...document.querySelectorAll('#hand input[name="card"]')];
}

/** How many cards lie in the first row, so that up and down go by rows. */
function perRow(all) {
  const top = all[0].closest(".hand-card").offsetTop;
  return all.filter((box) => Math.abs(box.closest(".hand-card").offsetTop - top) < 20).length;
}

function step(event) {
  const box = event.target.closest?.('#hand input[name="card"]');
  if (!box || event.altKey || event.ctrlKey || event.metaKey) return;
  const all = boxes();
  const at = all.indexOf(box);
  let by = STEPS[event.key];
  if (event.key === "ArrowUp") by = -perRow(all);
  if (event.key === "ArrowDown") by = perRow(all);
  if (event.key === "Enter") {
    // Enter would press the form's first button from afar; here it chooses, as the space bar does.
    event.preventDefault();
    box.click();
    return;
  }
  if (by === undefined) return;
  event.preventDefault();
  const to = Math.abs(by) > 1 && Number.isFinite(by) && !all[at + by] ? at : Math.min(all.length - 1, Math.max(0, at + by));
  all[to].focus();
}

function sort(button) {
  const how = button.value;
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `hand_sort=${how}; path=/; max-age=${YEAR}; samesite=lax${secure}`;
  const hand = document.getElementById("hand");
  const before = places(hand.querySelectorAll(".hand-card"));
  const codes = boxes().map((box) => box.value);
  for (const code of how === "colour" ? byColour(codes) : canonical(codes)) {
    hand.append(document.getElementById(`card-${code}`).closest(".hand-card"));
  }
  for (const other of button.parentElement.children) other.setAttribute("aria-pressed", String(other === button));
  slide(before);
}

export function startHand() {
  document.addEventListener("keydown", step);
  document.addEventListener("click", (event) => {
    const button = event.target.closest('.sorting button[name="sort"]');
    if (!button) return;
    event.preventDefault();
    sort(button);
  });
}
