// Draws the end of a hand into the part: the result, and behind it the next hand. Its pieces come with the words, drawn
// by the server's templates.

import { parsed } from "../../site/swap.js";
import { cardsOf } from "../rules.js";
import { filled, spokenCards } from "../words.js";
import { dealHand, drawBar } from "./bar.js";
import { drawOrders, drawTime, drawUnseen } from "./below.js";
import { card, shield } from "./cards.js";
import { drawCloth } from "./cloth.js";
import { cover } from "./cover.js";
import { dealt, factsOf, isMine, keep } from "./facts.js";
import { clearLog } from "./log.js";
import { drawSeats } from "./seats.js";
import { drawClock, drawFrame, isAnswering } from "./turn.js";
import { entry, html, text } from "./words.js";

/** Whether this part can show this hand's end by itself. */
export function canDraw(part, event) {
  const facts = factsOf(part);
  if (!facts || event.version !== Number(part.dataset.version) + 1 || isAnswering(part)) return false;
  // The server knows whether a planned turn of the reader leads.
  const follows = facts.me === (event.to_act + 1) % facts.names.length;
  return (facts.me === null) === !event.cards && !(facts.stuck && follows);
}

/** Draws the result and the next hand into `part`, a copy of the part `old` before them. */
export function drawInto(old, part, event) {
  const before = factsOf(part);
  const facts = dealt(before, event);
  const cards = cardsOf(event.cards ?? "");
  const form = part.querySelector("#turn-form");
  part.dataset.hand = String(event.number + 1);
  keep(part, facts);
  drawFrame(part, before, facts, event);
  part.querySelector('[data-into="hand-line"]').textContent = piece("hand_line", facts, { number: event.number + 1 });
  drawPoints(part, facts, event);
  drawSeats(part, facts);
  drawCloth(part, facts);
  drawClock(part, facts, event);
  if (form) dealHand(form, cards);
  drawBar(old, part, facts, event);
  clearLog(part, facts);
  drawTime(part, facts, event);
  drawUnseen(part, cards);
  drawOrders(part, facts);
  drawSheet(part, facts, event);
  cover(old, part, facts, handOver(facts, event, { plays: Boolean(form) }));
}

/** The piece called `name`, as points are counted, filled. */
function piece(name, facts, more = {}) {
  return html(entry(name)[facts.down ? 1 : 0], { target: facts.target, ...more });
}

/** The same, with places to fill. */
function sample(name, facts) {
  return parsed(entry(name)[facts.down ? 1 : 0]);
}

/** Points as the reader counts them. */
function shown(facts, points) {
  return facts.down ? Math.max(0, facts.target - points) : points;
}

function called(facts, seat) {
  return isMine(facts, seat) ? entry("you") : facts.names[seat];
}

function drawPoints(part, facts, { points }) {
  const words = (seat) => piece("points", facts, { points: shown(facts, points[seat]) });
  for (const place of part.querySelectorAll(".seats > li")) {
    const seat = Number(place.id.slice("seat-".length));
    place.querySelector(".seat-score").innerHTML = words(seat);
    const toGo = place.querySelector(".seat-points > .visually-hidden");
    if (toGo) toGo.textContent = text("to_go", { count: Math.max(0, facts.target - points[seat]) });
    place.querySelector(".seat-tally > span").textContent = String(shown(facts, points[seat]));
    place.querySelector("progress").value = shown(facts, points[seat]);
  }
  const mine = ":is(.last-state, #turn-form .hand-status, #turn-form .bar-who) .muted > span[title]";
  for (const place of part.querySelectorAll(mine)) place.outerHTML = words(facts.mine);
}

/** A row of the score sheet, and the totals. */
function drawSheet(part, facts, event) {
  const fresh = sample("panel_hands", facts).querySelector("#panel-hands");
  const [holding, out] = [...fresh.querySelectorAll("tbody td")].map((cell) => cell.outerHTML);
  const head = html(fresh.querySelector("tbody th").outerHTML, { number: event.number });
  const cells = event.left.map((left, seat) =>
    html(left ? holding : out, { name: called(facts, seat), scored: event.scored[seat] }),
  );
  if (!part.querySelector("#hands")) part.querySelector("#panel-game").before(emptySheet(fresh, facts));
  const sheet = part.querySelector("#hands .sheet");
  sheet.tBodies[0].insertAdjacentHTML("afterbegin", `<tr role="row">${head}${cells.join("")}</tr>`);
  for (const [seat, left] of event.left.entries()) {
    const words = sheet.tBodies[0].rows[0].cells[seat + 1].querySelector(".muted");
    if (words) words.textContent = spokenCards(cardsOf(left)).replace(/(?<=\p{L}) (?=\d)/gu, "\u00a0");
    sheet.tFoot.rows[0].cells[seat + 1].querySelector("b").textContent = String(shown(facts, event.points[seat]));
  }
}

/** The sheet before the first hand's end. */
function emptySheet(panel, facts) {
  for (const place of panel.querySelectorAll("thead th:last-child, tfoot td")) {
    const seats = facts.names.map((_name, seat) => html(place.outerHTML, { name: called(facts, seat) }));
    place.outerHTML = seats.join("");
  }
  panel.querySelector("tbody").replaceChildren();
  return panel;
}

function handOver(facts, event, { plays }) {
  const out = event.left.indexOf("");
  const mine = isMine(facts, out);
  const over = parsed(piece("hand_over", facts, { number: event.number, next: event.number + 1 })).firstElementChild;
  over.dataset.said = filled(entry("out")[mine ? 1 : 0], { name: facts.names[out] });
  over.dataset.line = filled(entry("hand_ended")[mine ? 1 : 0], { name: facts.names[out], number: event.number });
  over.querySelector("h2").textContent = over.dataset.said;
  // Players go on from the bar.
  if (plays) over.querySelector(".over-next").remove();
  over.toggleAttribute("data-cheer", plays && mine);
  drawRows(over.querySelector("tbody"), facts, event);
  return over;
}

/** A row for each player, fewest points first. */
function drawRows(body, facts, { left, scored, points }) {
  const [holding, out] = [...sample("hand_over", facts).querySelectorAll("tbody tr")].map((row) => row.outerHTML);
  const seats = [...left.keys()].sort((a, b) => points[a] - points[b] || a - b);
  const row = (seat) =>
    html(left[seat] ? holding : out, {
      name: called(facts, seat),
      scored: scored[seat],
      total: shown(facts, points[seat]),
      target: facts.target,
    });
  body.innerHTML = seats.map(row).join("");
  for (const [at, seat] of seats.entries()) {
    const place = body.rows[at];
    place.querySelector(".shield").replaceWith(shield(seat));
    const cards = place.querySelector(".cards-inline");
    if (cards)
      cards.innerHTML = cardsOf(left[seat])
        .map((code) => card(code, "s"))
        .join("");
  }
}
