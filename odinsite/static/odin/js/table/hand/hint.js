// Shows on request what the bot would do, or the largest plays, above the bar or in it; each is a button that chooses it.

import { get, parsed } from "../../site/swap.js";
import { chooseOnly } from "./choice.js";
import { look, lost } from "../connection.js";
import { current, isPart } from "../part.js";
import { cardsOf } from "../rules.js";

/** Whether there is a turn to take; none while one is being sent. */
function mayAct() {
  return "myTurn" in current().dataset && !document.querySelector('#bar [aria-busy="true"]');
}

function close() {
  document.getElementById("hints")?.remove();
}

/** Toggles the hint. */
export async function hint() {
  if (document.getElementById("hints")) return close();
  if (!mayAct()) return;
  const address = new URL(current().dataset.part, location.href);
  address.searchParams.set("hint", "1");
  try {
    const answer = await get(address);
    if (isPart(answer)) show(await answer.text());
    else look();
  } catch {
    lost();
  }
}

function show(html) {
  const page = parsed(html);
  const hints = page.getElementById("hints");
  // The table has changed since.
  if (page.getElementById("table").dataset.version !== current().dataset.version) return look();
  if (!hints || !mayAct()) return;
  close();
  document.getElementById("bar").prepend(hints);
  (hints.querySelector(".hint-play") ?? hints.querySelector("#hints-close")).focus({ preventScroll: true });
}

/** The pick-up comes last, because a plan may choose one with the cards. */
function choosePlay({ play, pickup }) {
  chooseOnly(cardsOf(play));
  if (pickup) document.getElementById(`pick-${pickup}`)?.click();
}

/** Chooses the pressed play, or closes the hint. */
export function pressed(event) {
  event.preventDefault();
  const play = event.target.closest(".hint-play");
  if (play) choosePlay(play.dataset);
  if (play || event.target.closest("#hints-close")) {
    close();
    document.querySelector(play ? "#play, #arm" : "#hint")?.focus();
  }
}
