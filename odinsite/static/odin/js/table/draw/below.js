// Below the table: where the cards of the hand are, the turns that may be planned, the time.

import { clockSentence } from "./bar.js";
import { shield } from "./cards.js";
import { acts, isMine, parsed } from "./facts.js";
import { about, text } from "./words.js";

export function drawBelow(part, before, facts, event) {
  drawTime(part, facts, event);
  if (part.querySelector("#seen")) drawSeen(part, before, facts, event);
  drawOrders(part, facts);
}

export function drawTime(part, facts, event) {
  const time = part.querySelector("#time");
  time.querySelector("p").textContent = clockSentence(facts, event);
  time.querySelector("#more-time")?.closest("form").remove();
  if (!facts.grants || acts(facts) || !event.due) return;
  const form = part.querySelector("#table-kit").content.querySelector("#more-time").closest("form").cloneNode(true);
  form.querySelector("#more-time").textContent = text("more_time", { name: facts.names[facts.to_act] });
  form.querySelector('input[name="version"]').value = String(event.version);
  const pause = time.querySelector("#pause-form");
  if (pause) pause.before(form);
  else time.append(form);
}

/** Marks the cards that this turn moved. */
function drawSeen(part, before, facts, event) {
  const { cards, took } = parsed(event.turn);
  const place = part.querySelector("#seen");
  if (!facts.table.length || cards.length) for (const code of before.table) mark(place, code, "gone");
  for (const code of cards) mark(place, code, "table");
  if (took && isMine(facts, event.seat) && facts.me !== null) mark(place, took, "mine", text("seen_shown"));
  else if (took) mark(place, took, "held", text("seen_held", { name: facts.names[event.seat] }), event.seat);
  count(place);
}

/** A new hand: only the reader's cards are seen. */
export function drawUnseen(part, cards) {
  const place = part.querySelector("#seen");
  if (!place) return;
  for (const { dataset } of place.querySelectorAll("td[data-code]"))
    mark(place, dataset.code, cards.includes(dataset.code) ? "mine" : "unseen");
  count(place);
}

function count(place) {
  const seen = (where) => place.querySelectorAll(`td.seen-${where}`).length;
  place.querySelector(".panel-head p").textContent = text("seen_counts", {
    gone: seen("gone"),
    unseen: seen("unseen"),
  });
}

function mark(place, code, where, words = text(`seen_${where}`), holder = null) {
  const cell = place.querySelector(`[data-code="${code}"]`);
  cell.className = `seen-${where} card-${code[0]}`;
  cell.querySelector(".shield")?.remove();
  cell.querySelector(".visually-hidden").textContent = `: ${words}`;
  if (holder === null) cell.removeAttribute("title");
  else {
    cell.title = words;
    cell.querySelector("b").after(shield(holder));
  }
}

export function drawOrders(part, facts) {
  const form = part.querySelector("#orders .orders-new");
  if (!form) return;
  const mine = acts(facts);
  const over = facts.table.length > 0 && !isMine(facts, facts.owner);
  form.querySelector('input[name="hand"]').value = part.dataset.hand;
  form.querySelector('input[name="round"]').value = String(facts.round);
  const asks = part.querySelector("#table-kit").content.querySelectorAll(".kit-asks input");
  for (const old of form.querySelectorAll('input[name="warn"], input[name="confirm"]')) old.remove();
  if (mine) form.querySelector('input[name="round"]').after(...[...asks].map((input) => input.cloneNode(true)));
  form.querySelector("#order-round")?.remove();
  if (!mine || over) form.querySelector("#order-stuck").before(passButton());
  const help = part.querySelector("#orders > .help");
  help.textContent = about("orders_help", mine);
}

function passButton() {
  const button = document.createElement("button");
  button.className = "button button-small";
  Object.assign(button, {
    name: "order",
    value: "round",
    id: "order-round",
    textContent: text("order_pass"),
  });
  return button;
}
