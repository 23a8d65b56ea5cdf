// Positions, examples and the practice game in place: values a choice of cards and shows the answer. Without this
// script each answer is a page.

import { extra } from "../site/late.js";
import { HEADERS, exchange, get, parsed } from "../site/swap.js";
import { choose, chooseOnly, missing, ready } from "../table/hand/choice.js";
import { startKeys } from "../table/hand/hand.js";
import { moved, snapshot, still } from "../table/motion.js";
import { byColour, canonical, cardsOf, isSet, numberOf } from "../table/rules.js";
import { say, spokenCards, tell } from "../table/words.js";

/** Milliseconds before each bot's turn, so that all turns are seen. */
const BOT_PAUSE_MS = 700;

/** The form being sent, or null. Repeated presses are sent once; other forms wait for its answer. */
let sending = null;
/** The request that saves the cards' order. It and a turn wait for each other, as both write one session. */
let keeping = null;

function chosenIn(form) {
  return canonical([...form.querySelectorAll('input[name="card"]:checked')].map((box) => box.value));
}

/** Shows the cards chosen in a position, and what a set of them is worth, not whether it is legal. */
function showSoFar(form) {
  const place = form.querySelector("[data-so-far]");
  if (place) place.textContent = soFar(chosenIn(form));
}

function soFar(codes) {
  if (!codes.length) return say("none_chosen");
  const cards = spokenCards(codes);
  return isSet(codes) ? say("set_so_far", { cards, value: numberOf(codes) }) : say("so_far", { cards });
}

function fetched(form, button) {
  const data = new FormData(form, button);
  const signal = AbortSignal.timeout(20_000);
  const address = form.getAttribute("action");
  if (form.method === "post") return fetch(address, { method: "POST", body: data, headers: HEADERS, signal });
  const asked = new URL(address, location.href);
  asked.search = new URLSearchParams(/** @type {any} */ (data)).toString();
  return fetch(asked, { headers: HEADERS, signal });
}

/** Scrolls and moves the focus to what is new: the answer, or the button that goes on. */
function focusNew(fresh, focus) {
  const places = [
    fresh.querySelector("[data-focus]"),
    focus && document.getElementById(focus),
    ...fresh.querySelectorAll("#play, #pass, h1"),
  ];
  const place = places.find((one) => one?.getClientRects().length && !one.disabled);
  if (!place) return;
  if (!place.matches("a, button, input, [tabindex]")) place.tabIndex = -1;
  place.focus({ preventScroll: true });
  const inView = place.getBoundingClientRect();
  if (inView.top < 0 || inView.bottom > innerHeight) place.scrollIntoView({ block: "center" });
}

/** Exchanges an element; on a table, cards move as at every table. */
function put(fresh) {
  const old = document.getElementById(fresh.id);
  const before = fresh.dataset.hand ? snapshot(old) : null;
  exchange(old, fresh);
  for (const form of fresh.parentElement.querySelectorAll("form[data-swap]")) show(form);
  if (before && fresh.dataset.version !== old.dataset.version) moved(before, fresh, fresh.dataset.acted);
}

async function swap(id, html) {
  const answer = parsed(html);
  const fresh = answer.getElementById(id);
  const focus = document.activeElement?.id;
  // Without motion the answer comes immediately: its words describe all turns.
  for (const between of still.matches ? [] : answer.querySelectorAll("template.between")) {
    put(/** @type {HTMLTemplateElement} */ (between).content.getElementById(id));
    await new Promise((over) => setTimeout(over, BOT_PAUSE_MS));
  }
  put(fresh);
  if (fresh.querySelector(".verdict.is-right")) document.querySelector(".step[aria-current]")?.classList.add("is-done");
  if (fresh.dataset.said) tell(fresh.dataset.said);
  focusNew(fresh, focus);
}

/** Sends the form without script, so that a refusal or a lost request ends in a page. */
function sendPlainly(form, button) {
  // The answer was already shown; sending the form again would not fix an error that came after it.
  if (!form.isConnected) return;
  form.noSwap = true;
  form.requestSubmit(button);
}

async function send(form, button) {
  button.setAttribute("aria-busy", "true");
  try {
    await keeping;
    const response = await fetched(form, button);
    if (response.headers.has("X-Odin-Part")) await swap(form.dataset.swap, await response.text());
    else sendPlainly(form, button);
  } catch {
    sendPlainly(form, button);
  } finally {
    button.removeAttribute("aria-busy");
    sending = null;
  }
}

function show(form) {
  showSoFar(form);
  if (form.dataset.plays !== undefined) choose({ fresh: true, turnForm: form });
}

/** Sorts the practice game's cards by number or colour, and saves the order. */
async function layBy(how) {
  // The turn that was being sent ended the hand.
  if (!document.getElementById("hand")) return;
  const codes = [...document.querySelectorAll('#hand input[name="card"]')].map((box) => box.value);
  try {
    const { keepSort } = await extra(() => import("../table/hand/hand_order.js"));
    await keepSort(how, how === "colour" ? byColour(codes) : canonical(codes));
  } catch {
    sendPlainly(document.getElementById("sort-form"), document.getElementById(`sort-${how}`));
  }
}

function sort(how) {
  keeping = Promise.all([keeping, sending]).then(() => layBy(how));
}

/** Toggles the recommended turn; a press on its play chooses it. */
async function hint(pressed) {
  await sending;
  // A hint for a turn already taken is useless; the button is back for the next.
  if (!document.getElementById("hint") || (!pressed.isConnected && pressed.id !== "hint")) return;
  const shown = document.getElementById("hints");
  const { play, pickup } = pressed.closest(".hint-play")?.dataset ?? {};
  shown?.remove();
  if (play) {
    const pick = pickup && document.getElementById(`pick-${pickup}`);
    if (pick) pick.checked = true;
    chooseOnly(cardsOf(play));
  }
  if (play || shown) document.getElementById(play ? "play" : "hint").focus();
  else await recommend(document.getElementById("practice-form"));
}

async function recommend(form) {
  const version = document.getElementById("table").dataset.version;
  try {
    const answer = await get(`${form.getAttribute("action")}?hint=1`);
    const fresh = parsed(await answer.text());
    const hints = fresh.getElementById("hints");
    const now = document.getElementById("table").dataset.version;
    if (now !== version || document.getElementById("hints")) return;
    // The game has gone on in another window.
    if (fresh.getElementById("table").dataset.version !== version || !hints) return void location.reload();
    document.getElementById("bar").prepend(hints);
    (hints.querySelector(".hint-play") ?? hints.querySelector("#hints-close")).focus({ preventScroll: true });
  } catch {
    location.assign(`${form.getAttribute("action")}?hint=1`);
  }
}

document.addEventListener("click", (event) => {
  const pressed = event.target.closest(
    "#practice-form .sorting button, #practice-form :is(#hint, .hint-play, #hints-close)",
  );
  if (!pressed) return;
  event.preventDefault();
  if (pressed.name === "sort") sort(pressed.value);
  else hint(pressed);
});

document.addEventListener("submit", (event) => {
  const form = /** @type {any} */ (event.target);
  if (!("swap" in form.dataset) || form.noSwap) return;
  // As at a table, Play names what it waits for.
  const waits = event.submitter?.id === "play" && !ready(event.submitter);
  // The answer to a form that swaps nothing is a page.
  if (!waits && !form.dataset.swap) return;
  event.preventDefault();
  if (waits) tell(missing(event.submitter));
  else sending ??= send(form, event.submitter);
});

document.addEventListener("change", (event) => {
  const form = event.target.closest?.("form[data-swap]");
  if (!form) return;
  showSoFar(form);
  if (form.dataset.plays !== undefined) choose({ turnForm: form });
});

for (const form of document.querySelectorAll("form[data-swap]")) show(form);
// Positions and examples have plain checkboxes, not a hand.
if (document.getElementById("table")) startKeys();
