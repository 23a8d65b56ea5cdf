// The other seats: whose turn it is, who passed, whose set is on the table, how many cards they hold.

import { card } from "./cards.js";
import { hasPassed } from "./facts.js";
import { entry, text } from "./words.js";

/** `hides`: the last hand's result is shown, and of the next hand seats show only whose turn it is. */
export function drawSeats(part, facts, { hides = false } = {}) {
  for (const place of part.querySelectorAll(".seats > li"))
    drawSeat(place, Number(place.id.slice("seat-".length)), facts, hides);
}

function drawSeat(place, seat, facts, hides) {
  const toAct = facts.to_act === seat;
  const passed = !hides && hasPassed(facts, seat);
  const owns = !hides && facts.owner === seat;
  const last = !hides && facts.sizes[seat] === 1;
  place.classList.toggle("is-to-act", toAct);
  place.classList.toggle("is-passed", passed);
  place.classList.toggle("is-owner", owns);
  const resigned = place.classList.contains("is-resigned");
  place.querySelector(".shield").classList.toggle("shield-grey", resigned || passed);
  drawCount(place, facts.sizes[seat]);
  drawTags(place, facts, { toAct, passed, owns, last });
  drawKnown(place, hides ? [] : facts.known[seat]);
}

function drawCount(place, count) {
  const fan = place.querySelector(".fan");
  const backs = [...fan.children];
  fan.className = `fan fan-${count}`;
  for (const back of backs.slice(count)) back.remove();
  for (let more = backs.length; more < count; more += 1) fan.append(backs[0].cloneNode(true));
  place.querySelector(".seat-count").textContent = String(count);
  place.querySelector(".seat-cards > .visually-hidden").textContent = ` ${entry("counts")[count]}`;
}

function tag(words, mark = "") {
  const drawn = document.createElement("span");
  drawn.className = mark ? `tag ${mark}` : "tag";
  drawn.textContent = words;
  return drawn;
}

/** Tags with a title are about the seat's player and stay. */
function drawTags(place, facts, { toAct, passed, owns, last }) {
  const tags = place.querySelector(".seat-tags");
  const words = entry("tags");
  for (const old of tags.querySelectorAll(".tag:not([title])")) old.remove();
  const first = [
    ...(toAct ? [tag(facts.table.length ? words.play : words.lead, "is-ember")] : []),
    ...(last ? [tag(words.last, "is-ember")] : []),
  ];
  tags.prepend(...first);
  const state = [...(passed ? [tag(words.passed)] : []), ...(owns ? [tag(words.owns, "tag-owner")] : [])];
  if (!toAct) tags.querySelector(".seat-tally").before(...state.slice(0, 1));
}

function drawKnown(place, cards) {
  place.querySelector(".seat-known")?.remove();
  if (!cards.length) return;
  const drawn = document.createElement("p");
  drawn.className = `seat-known known-${cards.length}`;
  drawn.innerHTML = `<span class="visually-hidden">${text("known")}</span>${cards.map((code) => card(code, "s")).join("")}`;
  place.append(drawn);
}
