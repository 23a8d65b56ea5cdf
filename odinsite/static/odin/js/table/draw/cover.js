// Lays a hand's result over the next hand, which stays behind it until the reader goes on.

import { hide } from "../behind.js";
import { restsWith } from "../hand/choice.js";
import { drawSeats } from "./seats.js";
import { text } from "./words.js";

/** Lays `result` over `part`, which followed `old`. */
export function cover(old, part, facts, result) {
  hide(part);
  drawSeats(part, facts, { hides: true });
  part.querySelector("#cloth").replaceChildren(result);
  part.querySelector(".last-words").textContent = result.dataset.line;
  const form = part.querySelector("#turn-form");
  if (form) coverBar(old, form, { number: result.dataset.hand, next: part.dataset.hand });
}

/** Going on from the result instead of playing. */
function coverBar(old, form, { number, next }) {
  const dealt = `<span class="bar-line">${text("dealt", { number: next })}</span>`;
  for (const place of form.querySelectorAll("#bar-need, #ask, #pickup, .bar-arm")) place.remove();
  restsWith(old.querySelector("#turn-form"), form, dealt);
  form.querySelector(".bar-actions").innerHTML = `<button disabled hidden></button>
    <a class="button button-main" id="go-on" href="?seen=${number}">${text("go_on", { number: next })}</a>`;
}
