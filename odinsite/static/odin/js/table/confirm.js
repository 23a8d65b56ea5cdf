// Asks in place before a turn is sent, and dismisses a question from the server.

import { missesGoingOut } from "./hand/choice.js";
import { hold } from "./hold.js";
import { canonical, cardsOf, numberOf } from "./rules.js";
import { say, shortCard, spokenCards, tell } from "./words.js";

/** The question: its button, and what to do on a yes. */
let asked = null;
/** The line that announced the question. */
let told = null;
// In milliseconds, how long a second tap on Play belongs to the first: the button to go back appears in its place.
const HOLD_MS = 700;

export function asking() {
  return document.querySelector("#ask:not([hidden])");
}

function words(form, button) {
  if (button.id === "pass") return say("ask_pass");
  const boxes = [...form.querySelectorAll('input[name="card"]')];
  const chosen = canonical(boxes.filter((box) => box.checked).map((box) => box.value));
  const table = cardsOf(form.dataset.table);
  const facts = { cards: spokenCards(chosen), value: numberOf(chosen) };
  if (chosen.length === boxes.length) return say("ask_out", facts);
  const pickup = table.length === 1 ? table[0] : form.querySelector('input[name="pickup"]:checked')?.value;
  return pickup ? say("ask_pickup", { ...facts, card: shortCard(pickup) }) : say("ask_play", facts);
}

/** Whether the page asks before this button's turn: not before the only one. The server warns about not going out. */
export function mayAsk(form, button) {
  if (!document.querySelector('#ask-sure[type="button"]')) return false;
  const onlyPass = button.id === "pass" && !form.dataset.plays;
  return !onlyPass && !missesGoingOut(form, button);
}

/** Asks, and calls `then` on a yes. */
export function ask(form, button, then) {
  asked = { button, then };
  const sentence = words(form, button);
  document.getElementById("ask-words").textContent = sentence;
  const yes = document.getElementById("ask-sure");
  yes.textContent = say(button.id === "pass" ? "yes_pass" : "yes_play");
  show(true);
  told = tell(sentence);
  yes.focus();
}

function show(on) {
  if (!on) told?.remove();
  const question = document.getElementById("ask");
  question.hidden = !on;
  if (on) hold(question, "is-new", HOLD_MS);
  document.getElementById("bar").classList.toggle("is-asking", on);
}

/** Dismisses the question; nothing is sent and the choice stays. */
export function back() {
  const button = asked?.button.isConnected ? asked.button : document.querySelector("#play:not([hidden]), #pass");
  asked = null;
  show(false);
  button?.focus();
}

document.addEventListener("click", (event) => {
  if (event.target.closest("#ask-back") && asking()) {
    event.preventDefault();
    back();
  }
  // The second click of a double click is no answer.
  if (event.target.closest('#ask-sure[type="button"]') && asked && event.detail < 2) {
    const { button, then } = asked;
    asked = null;
    show(false);
    // Hiding the focused element would move the focus to the page's top.
    button.focus();
    then();
  }
});
// With another choice of cards the question is out of date.
document.addEventListener("change", (event) => {
  if (!asking() || !event.target.closest("#turn-form")) return;
  asked = null;
  show(false);
});
