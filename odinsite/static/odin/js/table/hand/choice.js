// Shows what the chosen cards are worth, whether they are legal, and what the button will do.

import { canonical, cardsOf, judge } from "../rules.js";
import { say, shortCard } from "../words.js";

const form = () => document.querySelector("#turn-form, #practice-form");

/** The table for which the reader has chosen the pick-up; for another one the planned pick-up is chosen. */
let ownPick = null;

/** The bar's words before any choice, for this part of the page. */
const resting = new WeakMap();

function read(turnForm) {
  const boxes = [...turnForm.querySelectorAll('input[name="card"]')];
  return {
    held: boxes.map((box) => box.value),
    chosen: canonical(boxes.filter((box) => box.checked).map((box) => box.value)),
    table: cardsOf(turnForm.dataset.table),
    plays: turnForm.dataset.plays.split(" "),
    picks: turnForm.dataset.picks?.split(" ") ?? [],
    pickup: turnForm.querySelector('input[name="pickup"]:checked')?.value ?? "",
    myTurn: "myTurn" in turnForm.dataset,
    plans: Boolean(turnForm.querySelector("#arm")),
  };
}

/** The card to pick up: the only one, the chosen one, "" if none is chosen yet, null if there is none. */
function pickupOf({ table, pickup }, out) {
  if (out || table.length === 0) return null;
  return table.length === 1 ? table[0] : pickup;
}

/** Presses the card of the planned pick-up for this play, unless the reader has chosen one. */
function prefer(turnForm, { chosen, plays, picks }) {
  if (ownPick === turnForm.dataset.table) return;
  const code = picks[plays.indexOf(chosen.join(""))];
  const pick = code && document.getElementById(`pick-${code}`);
  if (pick) pick.checked = true;
}

function barWords({ table, myTurn }, verdict) {
  const facts = {
    value: verdict.value,
    table: table.length ? Number(table.map((card) => card[1]).join("")) : "",
    count: table.length,
    more: table.length + 1,
  };
  if (verdict.state === "illegal") return say(verdict.reason, facts);
  if (verdict.state === "later") return say(table.length ? "not_now" : "waits_for_set", facts);
  if (verdict.state === "partial") return say("more_some", facts);
  if (verdict.out) return say(table.length ? "goes_out" : "leads_out", facts);
  if (table.length) return say("beats", facts);
  // Before one's own turn it is open whether the others leave the lead.
  return say(myTurn ? "leads" : "leads_ahead", facts);
}

function playWords(verdict, pickup) {
  if (verdict.state === "none") return say("choose_cards");
  if (verdict.state !== "legal") return say("play");
  if (pickup === "") return say("choose_pickup");
  const play = say("play_value", { value: verdict.value });
  return pickup === null ? play : say("with_pickup", { play, card: shortCard(pickup) });
}

/** What the button that plans the choice will do. */
function armWords(arm, verdict) {
  if (verdict.state !== "legal" && verdict.state !== "later") return say("arm");
  return say("else" in arm.dataset ? "arm_else" : "arm_value", { value: verdict.value });
}

/** Sets the words of `fresh` before any choice. An open request for a pause stays, as it was in `old`. */
export function restsWith(old, fresh, html) {
  const place = fresh.querySelector("#bar-words");
  const wish = (resting.get(old) ?? [...old.querySelector("#bar-words").childNodes]).find(({ id }) => id === "wish");
  place.innerHTML = html;
  if (wish) place.prepend(wish.cloneNode(true));
}

function showWords(turnForm, words, state) {
  const place = turnForm.querySelector("#bar-words");
  if (!resting.has(turnForm)) resting.set(turnForm, [...place.childNodes]);
  if (words === null) place.replaceChildren(...resting.get(turnForm));
  else if (place.textContent !== words) {
    const bold = document.createElement("b");
    bold.textContent = words;
    place.replaceChildren(bold);
  }
  const bar = turnForm.querySelector(".turn-bar");
  bar.classList.toggle("is-wrong", state === "illegal");
  bar.classList.toggle("is-partial", state === "partial");
}

/** Shows the choice in all places. `fresh`: words just received from the server stay. */
export function choose({ fresh = false, turnForm = form() } = {}) {
  if (!turnForm) return;
  prefer(turnForm, read(turnForm));
  const choice = read(turnForm);
  const verdict = judge(choice.chosen, choice.held, choice.table, choice.plays, choice);
  const refused = fresh && turnForm.querySelector(".bar-refusal");
  if (!refused) showWords(turnForm, verdict.state === "none" ? null : barWords(choice, verdict), verdict.state);
  turnForm.querySelector("#hand").classList.toggle("is-illegal", verdict.state === "illegal");
  const picks = turnForm.querySelector("#pickup");
  picks?.classList.toggle("is-off", verdict.out);
  // Going out picks up nothing. The pressed card is kept, unsent, in case the choice changes.
  if (picks) picks.disabled = verdict.out;
  const pickup = pickupOf(choice, verdict.out);
  const play = turnForm.querySelector("#play");
  if (play) play.textContent = playWords(verdict, pickup);
  const arm = turnForm.querySelector("#arm");
  if (arm) arm.textContent = armWords(arm, verdict);
  arm?.setAttribute("aria-disabled", String(verdict.state !== "legal" && verdict.state !== "later"));
  play?.setAttribute("aria-disabled", String(verdict.state !== "legal" || pickup === ""));
}

/** Whether this button may send the choice, as a turn or as a planned one. */
export function ready(button) {
  return button.getAttribute("aria-disabled") === "false";
}

/** What this button waits for, in words. */
export function missing(button) {
  const pickup = say("choose_pickup");
  return button.textContent === pickup
    ? pickup
    : document.getElementById("bar-words").textContent || button.textContent;
}

/** Whether the reader could go out, but this button's turn does not. The server asks then. */
export function missesGoingOut(turnForm, button) {
  const boxes = [...turnForm.querySelectorAll('input[name="card"]')];
  const all = canonical(boxes.map((box) => box.value)).join("");
  const goesOut = button.id === "play" && boxes.every((box) => box.checked);
  return !goesOut && turnForm.dataset.plays.split(" ").includes(all);
}

/** Chooses exactly these cards. */
export function chooseOnly(codes) {
  for (const box of form().querySelectorAll('input[name="card"]')) box.checked = codes.includes(box.value);
  choose();
}

/** Puts the choice into the address with which the page is loaded again. */
function leave(event) {
  const { detail: asked } = /** @type {CustomEvent<URLSearchParams>} */ (event);
  const turnForm = form();
  if (!turnForm) return;
  const { chosen, pickup } = read(turnForm);
  if (chosen.length) asked.set("choose", chosen.join(""));
  if (pickup) asked.set("pickup", pickup);
}

/** The server has chosen what the address says: another load of the page need not. */
function takeUp() {
  const address = new URL(location.href);
  for (const name of ["choose", "pickup"]) address.searchParams.delete(name);
  if (address.href !== location.href) history.replaceState(history.state, "", address);
}

export function startChoosing() {
  takeUp();
  document.addEventListener("odin:reload", leave);
  document.addEventListener("change", (event) => {
    const field = /** @type {HTMLInputElement} */ (event.target);
    const turnForm = field.closest?.("#turn-form");
    if (turnForm && field.name === "pickup") ownPick = turnForm.dataset.table;
    if (turnForm) choose();
  });
  choose({ fresh: true });
}
