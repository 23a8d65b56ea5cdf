// A short celebration when the reader goes out or wins: the six colours' signs rise over the cloth, behind its words and
// buttons. Any key or press ends it. With reduced motion the signs don't move.

import { run, still } from "./motion.js";

const SIGNS = ["B", "R", "P", "G", "K", "O"];
// Milliseconds.
const RISE = 1300;
const STEP = 45;
const STANDS = 2500;
const POP = 380;
// How often each sign rises for a hand and for a game.
const FOR_HAND = 2;
const FOR_GAME = 4;

const sign = (letter) =>
  `<svg class="sign-chip card-${letter}" viewBox="-5 -5 34 34"><use href="#c-s${letter}"/></svg>`;

/** Signs in a layer under the cloth's words. */
function layer(cloth, times) {
  const signs = document.createElement("div");
  signs.className = "cheer";
  signs.setAttribute("aria-hidden", "true");
  signs.innerHTML = SIGNS.map(sign).join("").repeat(times);
  cloth.prepend(signs);
  return signs;
}

/** Rises from the cloth's foot, turns a little and fades: the `at`th of `count`, each on its own column. */
function rise(chip, at, count, { width, height }) {
  // Neighbours start apart, so that no row forms.
  const column = (at * 5) % count;
  const x = ((column + 0.5) / count) * width;
  const top = height * (0.12 + (0.5 * ((at * 7) % count)) / count);
  const turn = at % 2 ? 50 : -50;
  const place = (y, angle, size) =>
    `translate(${x}px, ${y}px) translate(-50%, -50%) rotate(${angle}deg) scale(${size})`;
  return run(
    chip,
    [
      { transform: place(height + 20, 0, 0.6), opacity: 0 },
      { transform: place(top + height * 0.2, turn / 2, 1), opacity: 1, offset: 0.45 },
      { transform: place(top, turn, 0.9), opacity: 0 },
    ],
    { duration: RISE, delay: at * STEP, fill: "both" },
  );
}

/** The signs in a row at the cloth's head. */
function stand(chip, at, count, { width }) {
  const place = `translate(${((at + 0.5) / count) * width}px, 14px) translate(-50%, -50%) scale(.75)`;
  return run(chip, [{ transform: place }, { transform: place }], { duration: STANDS, fill: "both" });
}

/** The heading and the winners' shields grow for a moment. */
function pop(cloth) {
  for (const grown of cloth.querySelectorAll(".over-head h2, .over-winners > .shield"))
    run(grown, [{ transform: "none" }, { transform: "scale(1.06)" }, { transform: "none" }], { duration: POP });
}

/** Celebrates the end that the page shows, once it is seen. */
export function celebrate() {
  if (document.visibilityState !== "visible") {
    document.addEventListener("visibilitychange", celebrate, { once: true });
    return;
  }
  const over = document.querySelector("#cloth > [data-cheer]");
  const cloth = over?.parentElement;
  if (!cloth) return;
  const times = still.matches ? 1 : over.id === "game-over" ? FOR_GAME : FOR_HAND;
  const signs = layer(cloth, times);
  const chips = [...signs.children];
  const place = signs.getBoundingClientRect();
  if (!still.matches) pop(cloth);
  const motions = chips.map((chip, at) => (still.matches ? stand : rise)(chip, at, chips.length, place).finished);
  Promise.allSettled(motions).then(() => signs.remove());
}
