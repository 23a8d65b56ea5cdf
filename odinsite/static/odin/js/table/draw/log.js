// The newest turn: in the log next to the table, and in the line below it.

import { numberOf } from "../rules.js";
import { card, shield } from "./cards.js";
import { wonWords } from "./cloth.js";
import { acts, isMine, parsed } from "./facts.js";
import { filled, inARow, shortCard } from "../words.js";
import { entry, escaped, html, text } from "./words.js";

// Longer lists of names are replaced by a count.
const MOST_NAMES = 3;

/** What a turn did, "lead", "play" or "pass", with its words as text and as HTML. */
function told(before, event) {
  const { cards, took } = parsed(event.turn);
  const kind = !cards.length ? "pass" : before.table.length ? "play" : "lead";
  const mine = isMine(before, event.seat);
  const name = mine ? entry("me") : before.names[event.seat];
  const facts = { name, value: numberOf(cards) };
  const words = entry("did")[kind][mine ? 1 : 0];
  const line = html(words.replace("{name}", "<b>{name}</b>"), facts);
  let sentence = filled(words, facts);
  if (took) sentence = text("and_took", { line: sentence, card: shortCard(took) });
  return { kind, cards, took, line, said: `${sentence}.` };
}

export function drawLog(part, before, facts, event) {
  const turn = told(before, event);
  drawLast(part, turn);
  const log = part.querySelector("#turns-in");
  log.querySelector(".log-head > .muted").textContent = text("log", { hand: part.dataset.hand, round: facts.round });
  const scroll = log.querySelector("#log-scroll");
  if (turn.kind === "lead") roundBegins(scroll, before);
  scroll.querySelector(":scope > .entries").prepend(line(turn, event));
  if (facts.round > before.round) scroll.querySelector(":scope > .entries").before(wonLine(facts));
  drawOrder(log, facts);
}

/** A hand without turns; the one before is among the earlier ones. */
export function clearLog(part, facts) {
  const words = text("dealt", { number: part.dataset.hand });
  part.querySelector(".last-why")?.remove();
  part.querySelector(".last-words").textContent = words;
  const log = part.querySelector("#turns-in");
  log.querySelector(".log-head > .muted").textContent = words;
  const scroll = log.querySelector("#log-scroll");
  for (const gone of scroll.querySelectorAll(":scope > :is(.round-won, .entries, .round)")) gone.remove();
  if (!scroll.querySelector('a[href="#hands"]'))
    scroll.insertAdjacentHTML("afterbegin", `<p class="log-earlier"><a href="#hands">${text("earlier_hands")}</a></p>`);
  drawOrder(log, facts);
}

function drawOrder(log, facts) {
  const order = log.querySelector(".log-foot b");
  if (order) order.textContent = orderWords(facts);
}

/** Who plays after or before the reader. */
function orderWords(facts) {
  const { me, names } = facts;
  const name = (seat) => names[seat % names.length];
  const [next, after, many] = entry("order");
  if (acts(facts)) return filled(next, { name: name(me + 1) });
  const count = (me - facts.to_act + names.length) % names.length;
  if (count > MOST_NAMES) return filled(many, { count });
  const before = Array.from({ length: count }, (_none, step) => name(facts.to_act + step));
  return filled(after, { names: inARow(before) });
}

/** The line below the table. */
function drawLast(part, { line, took }) {
  part.querySelector(".last-why")?.remove();
  const aside = took ? `<span class="muted">, ${escaped(text("took_card", { card: shortCard(took) }))}</span>` : "";
  part.querySelector(".last-words").innerHTML = line + aside;
}

function line({ kind, cards, took, line, said }, event) {
  const place = document.createElement("li");
  place.className = `entry entry-${kind}`;
  Object.assign(place.dataset, { seat: event.seat, version: event.version, said });
  const drawn = cards.map((code) => card(code, "s")).join("");
  const picked = took ? `<span class="muted">${text("took")}</span>${card(took, "s")}` : "";
  place.innerHTML = `<div class="entry-body">
    <p class="entry-line"><span>${line}</span><time class="muted">${escaped(event.at)}</time></p>
    ${drawn ? `<p class="entry-cards">${drawn}${picked}</p>` : ""}</div>`;
  place.querySelector("time").dateTime = new Date().toISOString();
  place.prepend(shield(event.seat));
  return place;
}

function wonLine(facts) {
  const place = document.createElement("p");
  place.className = "round-won";
  place.innerHTML = wonWords(facts);
  return place;
}

/** Folds the round before, and begins the next one. */
function roundBegins(scroll, before) {
  const entries = scroll.querySelector(":scope > .entries");
  const next = document.createElement("ol");
  next.className = "entries";
  next.reversed = true;
  if (!entries) scroll.prepend(next);
  else if (before.won) {
    const fold = document.createElement("details");
    fold.className = "round";
    fold.id = `round-${before.won.round}`;
    const cards = before.won.cards.map((code) => card(code, "s")).join("");
    fold.innerHTML = `<summary><span>${wonWords(before)}</span><span class="entry-cards">${cards}</span></summary>`;
    scroll.querySelector(":scope > .round-won")?.remove();
    entries.replaceWith(next, fold);
    fold.append(entries);
  }
}
