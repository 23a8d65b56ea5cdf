// Positions and examples to try, and the game for practice: says what a choice of cards is worth, and shows the answer
// in place. Without it each answer is a page of its own.

import { canonical, cardsOf, judge, valueOf } from "./table/rules.js";
import { say, spokenCards, tell } from "./table/words.js";

const HEADERS = { "X-Requested-With": "fetch" };

let sending = false;

function chosenIn(form) {
  return canonical([...form.querySelectorAll('input[name="card"]:checked')].map((box) => box.value));
}

/** What the chosen cards of a position are worth together; whether they may be laid, the reader finds out. */
function showSoFar(form) {
  const place = form.querySelector("[data-so-far]");
  if (!place) return;
  const cards = chosenIn(form);
  place.textContent = cards.length ? say("so_far", { cards: spokenCards(cards), value: valueOf(cards) }) : say("none_chosen");
}

function wordsOf(chosen, table, verdict) {
  const facts = { value: verdict.value, table: table.length ? valueOf(table) : "", count: table.length, more: table.length + 1 };
  if (verdict.state === "illegal") return say(verdict.reason, facts);
  if (verdict.state === "partial") return say("more_some", facts);
  if (verdict.out) return say(table.length ? "goes_out" : "leads_out", facts);
  return say(table.length ? "beats" : "leads", facts);
}

/** What stood in the bar before any card was chosen. */
const resting = new WeakMap();

/** Says in the bar of the game for practice whether the chosen cards may be laid. */
function showVerdict(form) {
  const place = form.querySelector("#bar-words");
  if (!place) return;
  if (!resting.has(form)) resting.set(form, [...place.childNodes]);
  const chosen = chosenIn(form);
  const table = cardsOf(form.dataset.table);
  const held = [...form.querySelectorAll('input[name="card"]')].map((box) => box.value);
  const verdict = judge(chosen, held, table, form.dataset.plays.split(" "));
  if (verdict.state === "none") {
    place.replaceChildren(...resting.get(form));
  } else {
    const bold = document.createElement("b");
    bold.textContent = wordsOf(chosen, table, verdict);
    place.replaceChildren(bold);
  }
  form.querySelector("#hand").classList.toggle("is-illegal", verdict.state === "illegal");
  form.querySelector(".turn-bar").classList.toggle("is-wrong", verdict.state === "illegal");
  const pickup = form.querySelector("#pickup");
  // Whoever goes out picks up nothing.
  if (pickup) pickup.disabled = verdict.out;
  pickup?.classList.toggle("is-off", verdict.out);
}

function fetched(form, button) {
  const data = new FormData(form, button);
  const signal = AbortSignal.timeout(20_000);
  const address = form.getAttribute("action");
  if (form.method === "post") return fetch(address, { method: "POST", body: data, headers: HEADERS, signal });
  const asked = new URL(address, location.href);
  asked.search = new URLSearchParams(data).toString();
  return fetch(asked, { headers: HEADERS, signal });
}

/** Brings to the eye and to the keyboard what is new: the answer, or the button that goes on. */
function focusNew(fresh, focus) {
  const places = [fresh.querySelector("[data-focus]"), focus && document.getElementById(focus), ...fresh.querySelectorAll("#play, #pass, h1")];
  const place = places.find((one) => one?.getClientRects().length && !one.disabled);
  if (!place) return;
  if (!place.matches("a, button, input, [tabindex]")) place.tabIndex = -1;
  place.focus({ preventScroll: true });
  const inView = place.getBoundingClientRect();
  if (inView.top < 0 || inView.bottom > innerHeight) place.scrollIntoView({ block: "center" });
}

function swap(id, html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  const fresh = holder.content.querySelector(`#${id}`);
  const focus = document.activeElement?.id;
  document.getElementById(id).replaceWith(fresh);
  for (const form of fresh.parentElement.querySelectorAll("form[data-swap]")) show(form);
  if (fresh.dataset.said) tell(fresh.dataset.said);
  focusNew(fresh, focus);
}

/** Sends the form as without this script: what was refused as a whole, or never arrived, is then told by a page. */
function sendPlainly(form, button) {
  form.noSwap = true;
  form.requestSubmit(button);
}

async function send(form, button) {
  sending = true;
  try {
    const response = await fetched(form, button);
    if (response.headers.has("X-Odin-Part")) swap(form.dataset.swap, await response.text());
    else sendPlainly(form, button);
  } catch {
    sendPlainly(form, button);
  } finally {
    sending = false;
  }
}

function show(form) {
  showSoFar(form);
  if (form.dataset.plays !== undefined && !form.querySelector(".bar-refusal")) showVerdict(form);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!("swap" in form.dataset) || form.noSwap) return;
  event.preventDefault();
  if (!sending) send(form, event.submitter);
});

document.addEventListener("change", (event) => {
  const form = event.target.closest?.("form[data-swap]");
  if (!form || event.target.name !== "card") return;
  showSoFar(form);
  if (form.dataset.plays !== undefined) showVerdict(form);
});

for (const form of document.querySelectorAll("form[data-swap]")) show(form);
