// Reorders the hand, shows it immediately and saves it on the server.

import { lost } from "../connection.js";
import { HEADERS, SEND_MS } from "../../site/swap.js";
import { places, slide } from "../motion.js";
import { saved } from "../part.js";
import { say, spokenCards, tell } from "../words.js";

/** The order being saved, which a part rendered earlier may not include. */
let pending = null;

export function hand() {
  return document.getElementById("hand");
}

export function codesInHand() {
  return [...hand().querySelectorAll('input[name="card"]')].map((box) => box.value);
}

/** Puts the cards into this order; unnamed ones follow in theirs. */
export function put(codes) {
  const before = places(hand().querySelectorAll(".hand-card"));
  const focus = document.activeElement;
  const rest = codesInHand().filter((code) => !codes.includes(code));
  for (const code of [...codes, ...rest]) {
    const card = document.getElementById(`card-${code}`)?.closest(".hand-card");
    if (card) hand().append(card);
  }
  if (hand().contains(focus)) focus.focus({ preventScroll: true });
  slide(before);
}

function pressed(how) {
  for (const button of document.querySelectorAll('.sorting button[name="sort"]')) {
    button.setAttribute("aria-pressed", String(button.value === how));
  }
}

function send(address, entries) {
  const change = save(address, entries);
  saved(change);
  return change;
}

async function save(address, entries) {
  const body = new FormData(document.getElementById("sort-form"));
  for (const [name, value] of entries) body.append(name, value);
  const mine = { codes: codesInHand() };
  pending = mine;
  try {
    const signal = AbortSignal.timeout(SEND_MS);
    const response = await fetch(address, { method: "POST", body, headers: HEADERS, keepalive: true, signal });
    if (!response.ok) tell(response.status === 422 ? await response.text() : say("not_kept"));
  } catch {
    lost();
  } finally {
    if (pending === mine) pending = null;
  }
}

/** Sorts the cards by number or colour: `codes` in that order. */
export function keepSort(how, codes) {
  if (codes) put(codes);
  pressed(how);
  return send(document.getElementById("sort-form").getAttribute("action"), [["sort", how]]);
}

/** Stores the present order, or `codes`, as the reader's own. */
export function keepOrder(codes = codesInHand()) {
  put(codes);
  pressed("own");
  return send(
    document.getElementById("sort-form").dataset.order,
    codesInHand().map((code) => ["card", code]),
  );
}

/** Moves a card by this many places. */
export function shift(box, by) {
  const codes = codesInHand();
  const from = codes.indexOf(box.value);
  const to = Math.min(codes.length - 1, Math.max(0, from + by));
  if (to === from) return;
  codes.splice(to, 0, ...codes.splice(from, 1));
  keepOrder(codes);
  box.focus({ preventScroll: true });
  tell(say("moved", { card: spokenCards([box.value]), place: to + 1, count: codes.length }));
}

document.addEventListener("odin:swapped", () => {
  if (!pending || !hand()) return;
  const held = codesInHand();
  put(pending.codes.filter((code) => held.includes(code)));
});
