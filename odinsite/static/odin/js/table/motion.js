// What moves: cards to the cloth, the beaten set aside, a picked-up card to its owner. Never in the way of playing.

const EASE = "cubic-bezier(.2,.7,.2,1)";
const still = matchMedia("(prefers-reduced-motion: reduce)");

function box(element) {
  const found = element?.getBoundingClientRect();
  return found?.width ? found : null;
}

/** Where each element is now. @returns {Map<Element, DOMRect>} */
export function places(elements) {
  return new Map([...elements].map((element) => [element, element.getBoundingClientRect()]));
}

function fade(element) {
  element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 120 });
}

/** Moves an element from where it was to where it is. */
function travel(element, from, { duration, delay = 0 }) {
  const to = box(element);
  if (!to || !from) return;
  if (still.matches) return fade(element);
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  if (Math.abs(x) + Math.abs(y) < 2) return;
  element.animate(
    [{ transform: `translate(${x}px, ${y}px) scale(${from.width / to.width})` }, { transform: "none" }],
    { duration, delay, easing: EASE, fill: "backwards" },
  );
}

/** Scrolls to what has just happened, if it is out of sight. */
export function bringIntoView(element) {
  const place = box(element);
  if (!place || (place.top >= 0 && place.bottom <= innerHeight)) return;
  element.scrollIntoView({ block: "start", behavior: still.matches ? "auto" : "smooth" });
}

/** Moves elements that have been laid anew from their old places. */
export function slide(before) {
  for (const [element, from] of before) travel(element, from, { duration: 160 });
}

/** What lies where before the part is swapped: cards by their code, seats by their id. */
export function snapshot(part) {
  const cards = new Map();
  for (const place of part.querySelectorAll("#hand [data-card], #laid [data-card]")) {
    cards.set(place.dataset.card, place.getBoundingClientRect());
  }
  const laid = [...part.querySelectorAll("#laid [data-card]")].map((place) => place.dataset.card);
  const hand = [...part.querySelectorAll("#hand [data-card]")].map((place) => place.dataset.card);
  return { cards, laid, hand, version: Number(part.dataset.version) };
}

/** Moves what a turn has moved between `before` and the part as it is now. */
export function moved(before, part) {
  if (Number(part.dataset.version) <= before.version || document.visibilityState !== "visible") return;
  const lastSeat = document.querySelector("#turns-in .entry")?.dataset.seat;
  const seat = box(document.querySelector(`#seat-${lastSeat} .fan`)) ?? box(document.getElementById(`seat-${lastSeat}`));
  for (const place of part.querySelectorAll("#laid [data-card]")) {
    if (before.laid.includes(place.dataset.card)) continue;
    travel(place, before.cards.get(place.dataset.card) ?? shrunk(seat), { duration: 320 });
  }
  for (const place of part.querySelectorAll("#beaten .faded[data-card]")) {
    if (before.laid.includes(place.dataset.card)) travel(place, before.cards.get(place.dataset.card), { duration: 240 });
  }
  for (const place of part.querySelectorAll("#hand [data-card]")) {
    if (before.hand.includes(place.dataset.card)) travel(place, before.cards.get(place.dataset.card), { duration: 160 });
    else travel(place, before.cards.get(place.dataset.card), { duration: 360, delay: 300 });
  }
  flyToSeat(before, part, seat);
}

/** A card of about a hand-held size in the middle of a seat. */
function shrunk(seat) {
  return seat && { left: seat.left + seat.width / 2 - 12, top: seat.top, width: 24, height: 34 };
}

/** The card that another seat took leaves its dashed place for that seat. */
function flyToSeat(before, part, seat) {
  const slot = part.querySelector("#beaten .slot");
  if (!slot || !seat || still.matches || part.querySelector(`#hand [data-card="${slot.dataset.card}"]`)) return;
  if (!before.laid.includes(slot.dataset.card)) return;
  const from = box(slot);
  const drawn = document.querySelector("#turns-in .entry .card:last-child")?.cloneNode(true);
  if (!from || !drawn) return;
  drawn.classList.add("flying");
  document.body.append(drawn);
  Object.assign(drawn.style, { left: `${from.left}px`, top: `${from.top}px`, width: `${from.width}px` });
  const x = seat.left + seat.width / 2 - from.left - from.width / 2;
  const y = seat.top + seat.height / 2 - from.top - from.height / 2;
  const flight = drawn.animate(
    [{ transform: "none" }, { transform: `translate(${x}px, ${y}px) scale(.4)`, opacity: .6 }],
    { duration: 360, delay: 300, easing: EASE, fill: "both" },
  );
  flight.finished.finally(() => drawn.remove());
}
