// Cards, values and shields, as the server draws them (games.web.card_art).

import { numberOf } from "../rules.js";
import { shortCard } from "../words.js";
import { entry, escaped, text } from "./words.js";

const MARKS = [
  ["n{n}", "at-num"],
  ["s{c}", "at-sign"],
];
const FULL = [["base", ""], ["stone", ""], ["w{c}", "at-weave"], ...MARKS, ["f{n}", ""]];
const PARTS = {
  s: [["mbase", ""], ...MARKS],
  m: FULL,
  tm: FULL,
  sm: [["mbase", "only-s"], ["base", "only-m"], ["stone", "only-m"], ["w{c}", "only-m"], ...MARKS, ["f{n}", "only-m"]],
};

/** Like "red 6, hirdman". */
function nameOf(code) {
  if (code === "X0") return entry("goat_card");
  return text("figure", { card: shortCard(code), figure: entry("figures")[Number(code[1])] });
}

/** @param {string} code @param {"s" | "m" | "tm" | "sm"} size @returns {string} HTML */
export function card(code, size, { decorative = false } = {}) {
  const letter = code === "X0" ? "N" : code[0];
  const uses = PARTS[size].map(([part, place]) => {
    const href = part.replace("{c}", letter).replace("{n}", code[1]);
    return `<use href="#c-${href}"${place && ` class="${place}"`}/>`;
  });
  const naming = decorative ? 'aria-hidden="true"' : `role="img" aria-label="${escaped(nameOf(code))}"`;
  return `<svg class="card card-${size} card-${code[0]}" viewBox="0 0 100 140" ${naming}>${uses.join("")}</svg>`;
}

/** A set's value in numerals. */
export function numerals(cards) {
  const digits = String(numberOf(cards));
  let width = 0;
  const uses = [...digits].map((digit) => {
    const narrow = digit === "1";
    const start = narrow ? width - 3 : width;
    width += narrow ? 18 : 25;
    return `<use href="#c-n${digit}" x="${start}"/>`;
  });
  return `<svg class="numerals" viewBox="0 0 ${width - 1} 36" role="img" aria-label="${digits}">${uses.join("")}</svg>`;
}

/** A copy of a seat's shield, which is in its seat or, for the reader, in the bar. */
export function shield(seat) {
  const place = document.querySelector(`#seat-${seat} > .shield`) ?? document.querySelector(".bar-who > .shield");
  const copy = place.cloneNode(true);
  copy.classList.remove("shield-grey");
  return copy;
}
