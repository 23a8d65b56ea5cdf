// The reader's cards and buttons, at their turn and between turns.

import { restsWith } from "../hand/choice.js";
import { canonical, numberOf, playsOf } from "../rules.js";
import { card } from "./cards.js";
import { acts, handAfter, isMine, parsed, sorted } from "./facts.js";
import { filled, shortCard } from "../words.js";
import { about, entry, escaped, text } from "./words.js";

const clone = (part, selector) => part.querySelector("#table-kit").content.querySelector(selector)?.cloneNode(true);

/** Draws the bar of a player, or the words of a spectator's. */
export function drawBar(old, part, facts, event) {
  const form = part.querySelector("#turn-form");
  if (!form) {
    drawWatched(part, facts);
    return;
  }
  if (event.seat === facts.me) drawHand(form, event);
  const held = [...form.querySelectorAll('input[name="card"]')].map((box) => box.value);
  const over = isMine(facts, facts.owner) ? [] : facts.table;
  const bar = { old, part, form, facts, held, over, plays: playsOf(held, over), mine: acts(facts) };
  form.dataset.plays = bar.plays.join(" ");
  form.dataset.table = over.join("");
  form.toggleAttribute("data-my-turn", bar.mine);
  form.querySelector(".turn-bar").className = `turn-bar${bar.mine ? " is-act" : ""}`;
  for (const heading of part.querySelectorAll(".hand-heading"))
    heading.textContent = text(bar.mine ? "your_turn" : "waiting");
  drawPill(bar);
  drawNext(bar);
  drawWords(bar);
  drawPickup(bar);
  drawActions(bar, event);
  drawAsk(bar);
  drawArm(bar);
}

function drawWatched(part, facts) {
  part.querySelector(".bar-who .muted").textContent = waitsFor(facts);
  const hint = part.querySelector(".bar-hint");
  if (hint) hint.textContent = mayPlay(facts);
  const board = part.querySelector(".board-hint");
  if (board) board.textContent = mayPlay(facts);
}

/** What a spectator reads of the next turn. */
function mayPlay(facts) {
  if (!facts.table.length) return text("may_lead", { name: facts.names[facts.to_act] });
  return beatWords(facts.table);
}

function beatWords(table) {
  const value = numberOf(table);
  const more = table.length + 1;
  if (String(value) === "9".repeat(table.length)) return text("only_more", { more, value });
  return filled(entry("beat")[table.length], { value });
}

export function waitsFor(facts) {
  return acts(facts) ? text("your_turn") : text("to_act", { name: facts.names[facts.to_act] });
}

/** The reader's cards after their own turn. */
function drawHand(form, event) {
  const hand = form.querySelector("#hand");
  const boxes = [...hand.querySelectorAll('input[name="card"]')];
  const codes = handAfter(
    boxes.map((box) => box.value),
    event,
    sortOf(form),
  );
  const { took } = parsed(event.turn);
  for (const box of boxes) {
    const label = box.closest(".hand-card");
    label.classList.remove("is-picked");
    label.querySelector(":scope > .visually-hidden")?.remove();
    if (!codes.includes(box.value)) label.remove();
  }
  if (took) hand.append(pickedCard(took));
  for (const code of codes) hand.append(form.querySelector(`#card-${code}`).closest(".hand-card"));
  hand.className = `hand hand-${codes.length}`;
  for (const box of hand.querySelectorAll("input")) box.checked = false;
}

/** The reader's cards of a new hand. */
export function dealHand(form, cards) {
  const hand = form.querySelector("#hand");
  for (const label of hand.querySelectorAll(".hand-card")) label.remove();
  for (const code of sorted(cards, sortOf(form))) hand.append(heldCard(code));
  hand.className = `hand hand-${cards.length}`;
}

function sortOf(form) {
  return form.querySelector('.sorting button[name="sort"][aria-pressed="true"]')?.value;
}

function heldCard(code) {
  const label = document.createElement("label");
  label.className = "hand-card";
  label.dataset.card = code;
  label.innerHTML = `<input type="checkbox" name="card" value="${code}" id="card-${code}">${card(code, "tm")}`;
  return label;
}

function pickedCard(code) {
  const label = heldCard(code);
  label.classList.add("is-picked");
  label.insertAdjacentHTML("beforeend", `<span class="visually-hidden">${text("picked_up")}</span>`);
  return label;
}

function drawPill({ form, facts, mine }) {
  form.querySelector(".bar-who > .pill")?.remove();
  if (mine) return;
  const pill = document.createElement("span");
  pill.className = "pill";
  pill.textContent = facts.names[facts.to_act];
  form.querySelector(".bar-who").append(pill);
}

/** The link to another game that waits. */
function drawNext({ part, form, mine }) {
  form.querySelector(".bar-next")?.remove();
  const next = !mine && clone(part, ".bar-next");
  if (next) form.querySelector(".bar-choice").before(next);
}

function needWords({ facts, held, plays, mine }) {
  if (!facts.table.length) {
    const all = mine && held.length > 1 && plays.includes(canonical(held).join(""));
    return all ? text("need_lead_all", { count: held.length }) : text("need_lead");
  }
  if (mine && !plays.length) return text("only_pass");
  if (!isMine(facts, facts.owner) || mine) return beatWords(facts.table);
  const others = facts.names.filter((_name, seat) => seat !== facts.me);
  return others.length === 1 ? text("need_of_two", { name: others[0] }) : text("need_of_all");
}

function drawWords(bar) {
  const { old, part, form, facts, mine, plays } = bar;
  form.querySelector("#bar-need").textContent = needWords(bar);
  const picked = part.querySelector(".hand-card.is-picked")?.dataset.card;
  const took = picked
    ? `<span class="took">${card(picked, "s", { decorative: true })}<b>${escaped(text("you_took", { card: shortCard(picked) }))}</b></span>`
    : "";
  const waits = `<span class="bar-line">${took} <b class="bar-waits">${escaped(waitsFor(facts))}</b></span>`;
  const rest = `<span class="bar-line bar-rest">${text(mine ? "choose" : "ahead")}</span>`;
  restsWith(old.querySelector("#turn-form"), form, `${mine ? "" : waits}${mine && !plays.length ? "" : rest}`);
}

function drawPickup({ form, over, plays, mine }) {
  form.querySelector("#pickup")?.remove();
  if (!mine || !over.length || !plays.length) return;
  const place = document.createElement("fieldset");
  place.className = "pickup";
  place.id = "pickup";
  place.innerHTML = `<legend>${text("pick_up")}</legend>${over.map((code) => pick(code, over.length === 1)).join("")}`;
  form.querySelector(".bar-actions").before(place);
}

function pick(code, only) {
  if (only) return `<span class="pick pick-only">${card(code, "s")}</span>`;
  return `<label class="pick"><input type="radio" name="pickup" value="${code}" id="pick-${code}">${card(code, "s")}</label>`;
}

function drawActions({ part, form, facts, plays, mine }, event) {
  const place = form.querySelector(".bar-actions");
  const found = (selector) => clone(part, selector);
  const can = plays.length > 0;
  if (!mine) {
    const undo = event.undo && facts.undos > 0 ? [...found(".kit-undo").children] : [];
    place.replaceChildren(...undo);
    return;
  }
  const [play, pass] = [found("#play"), facts.table.length ? found("#pass") : null];
  play.disabled = play.hidden = !can;
  pass?.classList.toggle("button-main", !can);
  place.replaceChildren(...[play, pass, can ? found("#hint") : null, found("#note-new")].filter(Boolean));
}

function drawAsk({ part, form, mine }) {
  form.querySelector("#ask")?.remove();
  const ask = mine && clone(part, "#ask");
  if (ask) form.querySelector(".turn-bar").append(ask);
}

/** Plans sets for the reader's next turn, in the present hand. */
function drawArm({ part, form, mine }) {
  const old = form.querySelector(".bar-arm");
  if (mine) old?.remove();
  if (mine) return;
  const arm = old ?? clone(part, ".bar-arm");
  // Against bots alone no turn is planned.
  if (!arm) return;
  arm.querySelector('input[name="hand"]').value = part.dataset.hand;
  form.querySelector(".turn-bar").append(arm);
}

/** For the window's title. */
export function titleOf(facts) {
  return `${acts(facts) ? text("your_turn") : waitsFor(facts)} · ${facts.title}`;
}

export function clockSentence(facts, event) {
  if (!event.due) return text("no_clock");
  return about("has_until", acts(facts), { name: facts.names[facts.to_act], until: event.until });
}
