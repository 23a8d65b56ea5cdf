// Motion that explains: cards dealt, played, picked up and discarded, rounds won, hands scored. A turn's motion ends
// within 400 ms, any key or press ends it, and nothing moves the page. With reduced motion there are short fades.

const EASE = "cubic-bezier(.2,.7,.2,1)";
const LEAVE = "cubic-bezier(.4,0,1,1)";
// Milliseconds. What starts later is shorter, so that all ends in time.
const FADE = 120;
const SLIDE = 160;
const PLAY = 300;
const ASIDE = 240;
const TAKE = { duration: 270, delay: 120 };
const DEAL = { duration: 220, step: 18 };
const SCORE = { duration: 200, step: 32 };

export const still = matchMedia("(prefers-reduced-motion: reduce)");
const running = new Set();

/** Animates until the end, or until a key or press ends all motion. */
export function run(element, frames, options) {
  const motion = element.animate(frames, { easing: EASE, fill: "backwards", ...options });
  running.add(motion);
  motion.finished.catch(() => {}).finally(() => running.delete(motion));
  return motion;
}

/** Ends all motion immediately, with elements at their targets. */
function skip() {
  for (const motion of running) motion.finish();
}

for (const deed of ["keydown", "pointerdown", "wheel"]) addEventListener(deed, skip, { capture: true, passive: true });

function box(element) {
  const found = element?.getBoundingClientRect();
  return found?.width ? found : null;
}

/** Where each element is now. @returns {Map<Element, DOMRect>} */
export function places(elements) {
  return new Map([...elements].map((element) => [element, element.getBoundingClientRect()]));
}

function fade(element) {
  run(element, [{ opacity: 0 }, { opacity: 1 }], { duration: FADE });
}

function between(from, to) {
  return {
    x: from.left + from.width / 2 - to.left - to.width / 2,
    y: from.top + from.height / 2 - to.top - to.height / 2,
  };
}

/** Raises a flying card's container above its neighbours until the motion ends. */
function lift(element, motion) {
  const place = element.closest(".board, .hand");
  place?.classList.add("is-lifted");
  motion.finished
    .catch(() => {})
    .finally(() => {
      if (![...running].some(({ effect }) => place?.contains(effect.target))) place?.classList.remove("is-lifted");
    });
}

/** Moves an element from its old place. */
function travel(element, from, options) {
  const to = box(element);
  if (!to || !from) return;
  const { x, y } = between(from, to);
  if (Math.abs(x) + Math.abs(y) < 2) return;
  if (still.matches) fade(element);
  else
    lift(
      element,
      run(
        element,
        [{ transform: `translate(${x}px, ${y}px) scale(${from.width / to.width})` }, { transform: "none" }],
        options,
      ),
    );
}

/** Flies a copy of a card from its old place along `way` and removes it. */
function leave(card, from, way, options) {
  if (still.matches || !card || !from) return;
  const copy = card.cloneNode(true);
  copy.classList.add("flying");
  copy.setAttribute("aria-hidden", "true");
  Object.assign(copy.style, { left: `${from.left}px`, top: `${from.top}px`, width: `${from.width}px` });
  document.body.append(copy);
  run(copy, [{ transform: "none" }, way], { fill: "both", ...options }).finished.finally(() => copy.remove());
}

/** Scrolls to the event if it is out of view. */
export function bringIntoView(element) {
  const place = box(element);
  if (!place || (place.top >= 0 && place.bottom <= innerHeight)) return;
  element.scrollIntoView({ block: "start", behavior: still.matches ? "auto" : "smooth" });
}

/** Moves reordered elements from their old places. */
export function slide(before) {
  for (const [element, from] of before) travel(element, from, { duration: SLIDE });
}

const coded = (part, where) =>
  [...part.querySelectorAll(`${where} [data-card]`)].filter((place) => !place.matches(".slot"));
const codes = (cards) => cards.map((place) => place.dataset.card);

/** The result shown, of a hand or the game; undefined without one. */
export function overIn(part) {
  const over = part.querySelector("#hand-over, #game-over");
  return over && `${over.id} ${over.dataset.hand ?? ""}`;
}

/** Positions before the table changes: cards by code, and the hand. */
export function snapshot(part) {
  const [hand, laid, beaten] = ["#hand", "#laid", "#beaten"].map((where) => coded(part, where));
  const places = new Map(
    [...hand, ...laid, ...beaten].map((place) => [place.dataset.card, place.getBoundingClientRect()]),
  );
  const drawn = new Map([...laid, ...beaten].map((place) => [place.dataset.card, place.querySelector(".card")]));
  const shown = { hand: codes(hand), laid: codes(laid), beaten: codes(beaten), over: overIn(part) };
  return { places, drawn, ...shown, deal: part.dataset.hand };
}

/** Animates the change from `before` to the present part; `seat` acted last. */
export function moved(before, part, seat) {
  if (document.visibilityState !== "visible") return;
  skip();
  const rim = box(document.querySelector(`#seat-${seat} .fan`)) ?? box(document.getElementById(`seat-${seat}`));
  const shown = new Set(codes([...coded(part, "#hand"), ...coded(part, "#cloth")]));
  played(before, part, rim);
  swept(before, part);
  discarded(before, part, shown);
  if (before.deal === part.dataset.hand) taken(before, part, rim);
  else dealt(part);
  if (before.over !== overIn(part)) scored(part);
}

/** Cards fly to the middle from the hand that played them; beaten ones move aside. */
function played(before, part, rim) {
  for (const place of coded(part, "#laid")) {
    const code = place.dataset.card;
    if (!before.laid.includes(code)) travel(place, before.places.get(code) ?? held(rim), { duration: PLAY });
  }
  for (const place of coded(part, "#beaten")) {
    if (before.laid.includes(place.dataset.card))
      travel(place, before.places.get(place.dataset.card), { duration: ASIDE });
  }
}

/** All have passed: the set that won the round flies to the line that says so. */
function swept(before, part) {
  for (const place of coded(part, ".lead-cards"))
    travel(place, before.places.get(place.dataset.card), { duration: ASIDE });
}

/** Cards of the old table that are nowhere now are discarded. */
function discarded(before, part, shown) {
  const cloth = box(part.querySelector("#cloth"));
  const taken = part.querySelector("#beaten .slot")?.dataset.card;
  if (!cloth) return;
  for (const [code, card] of before.drawn) {
    if (shown.has(code) || code === taken) continue;
    const from = before.places.get(code);
    const way = { transform: `translate(${from.width / 2}px, ${cloth.bottom - from.top}px) scale(.8)`, opacity: 0 };
    leave(card, from, way, { duration: ASIDE, easing: LEAVE });
  }
}

/** A beaten set's card flies to the viewer's hand, or from its dashed place to another seat. */
function taken(before, part, rim) {
  for (const place of coded(part, "#hand")) {
    const from = before.places.get(place.dataset.card);
    travel(place, from, before.hand.includes(place.dataset.card) ? { duration: SLIDE } : TAKE);
  }
  const slot = part.querySelector("#beaten .slot");
  const from = box(slot);
  if (!rim || !from || !before.laid.includes(slot.dataset.card)) return;
  if (part.querySelector(`#hand [data-card="${slot.dataset.card}"]`)) return;
  const { x, y } = between(rim, from);
  leave(
    before.drawn.get(slot.dataset.card),
    from,
    { transform: `translate(${x}px, ${y}px) scale(.4)`, opacity: 0.6 },
    TAKE,
  );
}

/** A new hand: cards from the middle one after the other, in all seats at the same time. */
function dealt(part) {
  const middle = box(part.querySelector("#cloth"));
  for (const [at, place] of coded(part, "#hand").entries()) {
    travel(place, held(middle), { duration: DEAL.duration, delay: at * DEAL.step });
  }
  for (const fan of part.querySelectorAll(".fan")) travel(fan, held(middle), { duration: DEAL.duration });
}

/** The end of a hand or game: rows appear one after the other, fewest points first. */
function scored(part) {
  for (const [at, row] of [...part.querySelectorAll("#cloth .result tbody tr")].entries()) {
    if (still.matches) fade(row);
    else
      run(
        row,
        [
          { opacity: 0, transform: "translateY(10px)" },
          { opacity: 1, transform: "none" },
        ],
        { duration: SCORE.duration, delay: at * SCORE.step },
      );
  }
}

/** A card-sized rectangle in the middle of a seat. */
function held(place) {
  return (
    place && { left: place.left + place.width / 2 - 12, top: place.top + place.height / 2 - 17, width: 24, height: 34 }
  );
}
