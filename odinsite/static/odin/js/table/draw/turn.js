// Draws a plain turn into the part: one that ends no hand, at a table without a pause or planned turns of the reader.
// Ends of hands are drawn in deal.js, everything else by the server.

import { drawBar, clockSentence, titleOf } from "./bar.js";
import { drawBelow } from "./below.js";
import { drawCloth } from "./cloth.js";
import { cover } from "./cover.js";
import { acts, after, factsOf, keep } from "./facts.js";
import { drawLog } from "./log.js";
import { drawSeats } from "./seats.js";
import { escaped } from "./words.js";

/** Whether this part can show this event by itself. */
export function canDraw(part, event) {
  const facts = factsOf(part);
  if (!facts || !Array.isArray(event.sizes) || event.version !== Number(part.dataset.version) + 1) return false;
  const known = event.by === "player" || (event.by === "bot" && facts.bots[event.seat]);
  return known && facts.to_act === event.seat && !isAnswering(part);
}

/** Whether the server has said or asked something that the reader may still read. */
export function isAnswering(part) {
  return Boolean(part.querySelector(".bar-refusal, #ask:not([hidden])"));
}

/** Draws the turn into `part`, a copy of the part `old` before it, under the last hand's `result` if one is shown. */
export function drawInto(old, part, event, result = null) {
  const before = factsOf(part);
  const facts = after(before, event);
  keep(part, facts);
  drawFrame(part, before, facts, event);
  drawSeats(part, facts);
  drawCloth(part, facts);
  drawClock(part, facts, event);
  drawBar(old, part, facts, event);
  drawLog(part, before, facts, event);
  drawBelow(part, before, facts, event);
  if (result && staysAfter(facts, event)) cover(old, part, facts, result);
}

/** Whether a result stays after this turn: until the reader plays; for spectators until every seat has had a turn. */
function staysAfter(facts, event) {
  return facts.me === null ? facts.turns < facts.names.length : event.seat !== facts.me;
}

/** What surrounds the table: versions, the window's title, the count of waiting games. */
export function drawFrame(part, before, facts, event) {
  part.dataset.version = String(event.version);
  // The server's part has another one now.
  part.dataset.etag = "";
  part.dataset.title = titleOf(facts);
  part.querySelector(".turn-note")?.remove();
  part.toggleAttribute("data-my-turn", acts(facts));
  part.classList.toggle("is-my-turn", acts(facts));
  for (const field of part.querySelectorAll('input[name="version"]')) field.value = String(event.version);
  const waiting = part.querySelector('[data-into="waiting-games"]');
  waiting.dataset.total = String(Number(waiting.dataset.total) + Number(acts(facts)) - Number(acts(before)));
}

export function drawClock(part, facts, event) {
  const sentence = clockSentence(facts, event);
  part.querySelector("#clock")?.remove();
  if (!event.due) return;
  const clock = part.querySelector("#table-kit").content.querySelector("#clock").cloneNode(true);
  clock.dataset.due = String(event.due);
  clock.dataset.urgent = String(event.due - facts.urgent);
  clock.querySelector(".visually-hidden").textContent = `${sentence} `;
  const until = clock.querySelector(".clock-until");
  if (until) until.innerHTML = `${escaped(event.until)} · `;
  part.querySelector(".wood").append(clock);
}
