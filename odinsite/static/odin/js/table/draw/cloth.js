// The middle of the table: the set there and the one it beat, or who leads.

import { numberOf } from "../rules.js";
import { card, numerals } from "./cards.js";
import { acts, isMine } from "./facts.js";
import { shortCard } from "../words.js";
import { about, entry, escaped, html, text } from "./words.js";

export function drawCloth(part, facts) {
  part.querySelector("#cloth").innerHTML = facts.table.length ? setOf(facts) : leadOf(facts);
}

function setOf(facts) {
  return `<div class="set">${facts.beaten.length ? beatenOf(facts) : ""}
    <div class="laid laid-${facts.table.length}" id="laid">
      <div class="laid-head">
        ${numerals(facts.table)}
        <div>
          <h2>${escaped(about("owner", isMine(facts, facts.owner), { name: facts.names[facts.owner] }))}</h2>
          <p class="muted">${escaped(setWords(facts.table))}</p>
        </div>
      </div>
      <div class="laid-cards card-shadow">
        ${facts.table.map((code) => `<span data-card="${code}">${card(code, "m")}</span>`).join("")}
      </div>
    </div></div>`;
}

function beatenOf(facts) {
  const value = numberOf(facts.beaten);
  const owner = facts.beaten_owner;
  const whose = html(entry("beaten")[isMine(facts, owner) ? 1 : 0], { name: facts.names[owner], value });
  const cards = facts.beaten.map((code) =>
    code === facts.took
      ? `<span class="slot" data-card="${code}"><b>${code[1]}</b></span>`
      : `<span class="faded" data-card="${code}">${card(code, "sm")}</span>`,
  );
  return `<div class="beaten" id="beaten">
      <p class="wide-only">${whose}</p>
      <p class="wide-only muted">${escaped(tookWords(facts))}</p>
      <p class="narrow-only muted">${text("beaten_value", { value })}</p>
      <div class="beaten-cards beaten-${facts.beaten.length}">${cards.join("")}</div>
      ${facts.took ? `<p class="narrow-only">${escaped(text("taken", { card: shortCard(facts.took) }))}</p>` : ""}
    </div>`;
}

function tookWords(facts) {
  if (!facts.took) return "";
  const mine = isMine(facts, facts.owner);
  const name = mine ? entry("me") : facts.names[facts.owner];
  return about("took_from", mine, { name, card: shortCard(facts.took) });
}

/** Like "2 cards, red". */
function setWords(cards) {
  const count = cards.length;
  const colours = [...new Set(cards.filter((code) => code !== "X0").map((code) => code[0]))];
  const colour = entry("colours")[colours[0]];
  if (!colours.length) return text("set_goat");
  if (count === 1) return text("set_one", { colour });
  if (colours.length > 1) return text("set_number", { count, number: cards[0][1] });
  return text(cards.includes("X0") ? "set_with_goat" : "set_colour", { count, colour });
}

/** The round's winner and its cards, in HTML. */
export function wonWords(facts) {
  const { cards, owner, round } = facts.won;
  const mine = isMine(facts, owner);
  const name = mine ? entry("me") : facts.names[owner];
  return html(entry("won")[mine ? 1 : 0], { name, number: round, value: numberOf(cards) });
}

function leadOf(facts) {
  const words = about("leads_round", acts(facts), { name: facts.names[facts.to_act], number: facts.round });
  if (!facts.won) return `<div class="lead"><h2>${escaped(words)}</h2></div>`;
  const cards = facts.won.cards.map((code) => `<span class="faded" data-card="${code}">${card(code, "sm")}</span>`);
  return `<div class="lead"><h2>${escaped(words)}</h2>
    <p class="muted">${wonWords(facts)}</p>
    <div class="lead-cards">${cards.join("")}</div></div>`;
}
