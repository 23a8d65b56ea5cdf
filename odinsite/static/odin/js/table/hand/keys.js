// Single keys for cards, play, pass, hint and so on, and the sheet that lists them.

import { missing, ready } from "./choice.js";
import { needed } from "../../site/late.js";
import { HEADERS } from "../../site/swap.js";
import { say, tell } from "../words.js";

const DIALOG = "keys";

function boxes() {
  return [...document.querySelectorAll('#hand input[name="card"]:not(:disabled)')];
}

/** Presses a visible element. @returns {boolean} whether there was one */
function press(selector) {
  const target = document.querySelector(selector);
  if (!target || target.checkVisibility?.() === false) return false;
  target.click();
  return true;
}

/** Passes, after a question where a slip of the key matters: in live games, which have no undo. */
async function pass() {
  const button = document.getElementById("pass");
  const form = button?.form;
  // The form asks by itself before each turn, or there is no question to ask.
  const plain = form?.querySelector('input[name="confirm"]') || !document.getElementById("ask");
  if (!button?.checkVisibility() || plain) return press("#pass");
  const { ask, mayAsk } = await needed(() => import("../confirm.js"));
  if (mayAsk(form, button)) ask(form, button, () => form.requestSubmit(button));
  else button.click();
  return true;
}

/** Chooses the card of this number, or puts it back. Of several each in turn, then all, then none. */
function chooseNumber(number) {
  const alike = boxes().filter((box) => box.value[1] === number);
  if (!alike.length) return;
  const steps = [[], ...alike.map((box) => [box]), ...(alike.length > 1 ? [alike] : [])];
  const now = alike.filter((box) => box.checked);
  const at = steps.findIndex((step) => step.length === now.length && step.every((box) => now.includes(box)));
  const next = steps[(at + 1) % steps.length];
  (next.at(-1) ?? alike[0]).focus();
  for (const box of alike) if (box.checked !== next.includes(box)) box.click();
}

/** Plays or orders the choice, or says what is missing. A question or a result comes first: its button is focused. */
export function play() {
  const first = document.querySelector("#ask:not([hidden]) .button-main, #go-on");
  if (first) return first.focus();
  const button = document.querySelector("#play:not(:disabled), #arm");
  if (!button && document.getElementById("pass")) insist();
  else if (!button) tell(say("not_your_turn"));
  else if (ready(button)) button.click();
  else tell(missing(button));
}

/** Highlights and announces that nothing can be played. */
function insist() {
  document.getElementById("bar").classList.add("is-wrong");
  tell(document.getElementById("bar-need")?.textContent);
}

/** The next card to pick up; while others act, the rule for it. */
function nextPickup() {
  const picks = [...document.querySelectorAll('#pickup input[name="pickup"]:not(:disabled)')];
  if (!picks.length) return document.getElementById("arm-rule")?.focus();
  const next = picks[(picks.findIndex((pick) => pick.checked) + 1) % picks.length];
  next.focus();
  next.click();
}

function otherSort() {
  const buttons = [...document.querySelectorAll('.sorting button[name="sort"]')];
  if (!buttons.length) return;
  buttons[(buttons.findIndex((button) => button.getAttribute("aria-pressed") === "true") + 1) % buttons.length].click();
}

function toCards() {
  (document.querySelector('#hand input[tabindex="0"]') ?? boxes()[0])?.focus();
}

/** The sheet of all keys. */
export async function sheet() {
  const dialog = document.getElementById(DIALOG) ?? document.createElement("dialog");
  if (!dialog.id) {
    const link = document.getElementById("keys-open");
    const [answer, { startKeysChoice }] = await Promise.all([
      fetch(link.href, { headers: HEADERS }),
      needed(() => import("../settings.js")),
    ]);
    if (document.getElementById(DIALOG)) return;
    dialog.id = DIALOG;
    dialog.className = "dialog dialog-keys";
    dialog.setAttribute("aria-labelledby", "keys-title");
    dialog.innerHTML = await answer.text();
    const close = document.querySelector(".drawer-close")?.cloneNode(true);
    if (close) dialog.prepend(close);
    document.body.append(dialog);
    startKeysChoice(dialog);
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close();
    });
  }
  if (!dialog.open) dialog.showModal();
}

const ACTS = {
  p: play,
  s: pass,
  u: nextPickup,
  h: () => press("#hint"),
  o: otherSort,
  c: toCards,
  n: () => press("#go-on") || press("#next-game"),
  "?": sheet,
};

/** Handles a single key. @returns {boolean} whether it has a meaning */
export function act(key) {
  if (/^\d$/.test(key)) {
    chooseNumber(key);
    return true;
  }
  const does = ACTS[key.toLowerCase()];
  does?.();
  return Boolean(does);
}
