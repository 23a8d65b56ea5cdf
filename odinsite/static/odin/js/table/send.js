// Sends turns and other forms with `data-live`, and shows the answer: the new state, or the refusal.

import { needed } from "../site/late.js";
import { isSending, send as sendForm, underWay } from "../site/swap.js";
import { missing, missesGoingOut, ready } from "./hand/choice.js";
import { lost, found } from "./connection.js";
import { takeTurn } from "./live.js";
import { current, isPart, swap } from "./part.js";
import { say, tell } from "./words.js";

/** Whether this button takes a turn. */
function isTurn(button) {
  return button.id === "play" || button.id === "pass";
}

/** Sends a turn, after a question if the reader wants one: in place where possible, else by the server. */
async function deliver(form, button) {
  if (!isTurn(button) || !form.querySelector('input[name="confirm"]')) return send(form, button);
  try {
    const { ask, mayAsk } = await needed(() => import("./confirm.js"));
    if (mayAsk(form, button)) ask(form, button, () => send(form, button, { sure: true }));
    else send(form, button);
  } catch {
    lost();
  }
}

async function send(form, button, { sure = false } = {}) {
  if (form.id === "turn-form") document.getElementById("hints")?.remove();
  if (isTurn(button) && (sure || !missesGoingOut(form, button)) && (await sendTurn(form, button))) return;
  await sendForm(form, button, {
    more: sure ? { sure: "1" } : {},
    // If a newer part came first, its choice stays.
    answered: (response, sent) => answered(response, form.id !== "turn-form" || !form.isConnected, sent.get("action")),
    // It may have arrived: the newest state shows that, so nothing is sent twice.
    failed: () => lost(),
  });
}

/**
 * Takes a turn over the socket. False if the form must be sent: without one, without its answer, if the server has to
 * explain, or with a note. A turn that has arrived by both ways is taken once.
 */
async function sendTurn(form, button) {
  const draws = current().querySelector("#table-facts") && !form.querySelector("#turn-note-text")?.value.trim();
  const answer = draws && takeTurn(textOf(form, button));
  if (!answer) return false;
  let outcome = "";
  await underWay(form, button, async () => {
    outcome = await answer;
  });
  return outcome === "taken";
}

/** The turn, as records write it. */
function textOf(form, button) {
  if (button.id === "pass") return "pass";
  const data = new FormData(form);
  const pickup = data.get("pickup");
  return data.getAll("card").join("") + (pickup ? `<${pickup}` : "");
}

/** The reader's planned turns, as a sentence. */
function saidOfOrders() {
  return document.getElementById("orders")?.dataset.said ?? "";
}

async function answered(response, keepChoice, action) {
  if (isPart(response)) {
    found();
    const before = saidOfOrders();
    const goesBack = action === "back" || action === "unasked";
    swap(await response.text(), { keepChoice, goesBack });
    if (goesBack) document.querySelector("#play:not([hidden]), #pass, #take-turn")?.focus();
    if (action === "unasked") tell(say("unasked"));
    const refusal = document.querySelector(".bar-refusal");
    const question = document.querySelector("#ask:not([hidden])");
    if (question) {
      await needed(() => import("./confirm.js"));
      tell(document.getElementById("ask-words").textContent);
      question.querySelector("button").focus();
    } else if (refusal) tell(refusal.textContent);
    else if (saidOfOrders() !== before) tell(saidOfOrders());
  } else if (response.status >= 500) {
    lost(say("failed"));
  } else {
    location.reload();
  }
}

export function startSending() {
  document.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (form.id !== "turn-form" && !("live" in form.dataset)) return;
    event.preventDefault();
    const button = event.submitter ?? form.querySelector("#play, #arm, button");
    if (isSending(form) || !button) return;
    if ((button.id === "play" || button.id === "arm") && !ready(button)) {
      tell(missing(button));
      return;
    }
    deliver(form, button);
  });
}
