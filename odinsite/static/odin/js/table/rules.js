// The rules needed for choosing cards. The server lists the legal plays; this computes a set's value and the reason
// why a choice is illegal.

const ORDER = "BRPGKOX";

/** @param {string} text cards without separators @returns {string[]} */
export function cardsOf(text) {
  return text.match(/../g) ?? [];
}

/** Number descending, then colours in the order B R P G K O X. */
export function canonical(cards) {
  return [...cards].sort((a, b) => Number(b[1]) - Number(a[1]) || ORDER.indexOf(a[0]) - ORDER.indexOf(b[0]));
}

/** Cards by colour in the order B R P G K O X, then number descending. */
export function byColour(cards) {
  return [...cards].sort((a, b) => ORDER.indexOf(a[0]) - ORDER.indexOf(b[0]) || Number(b[1]) - Number(a[1]));
}

/** The digits, largest first, read as one number. */
export function numberOf(cards) {
  return Number(
    canonical(cards)
      .map((card) => card[1])
      .join("") || 0,
  );
}

/** All of one number, or all of one colour; the goat joins any colour. */
export function isSet(cards) {
  const plain = cards.filter((card) => card !== "X0");
  const oneColour = plain.every((card) => card[0] === plain[0][0]);
  const oneNumber = plain.length === cards.length && plain.every((card) => card[1] === plain[0][1]);
  return cards.length > 0 && (oneColour || oneNumber);
}

/**
 * Evaluates a choice of cards.
 * @param {string[]} chosen cards chosen, @param {string[]} held all cards in hand, @param {string[]} table the set to
 *   beat, empty at a lead, @param {string[]} plays every legal play, as text
 * @param {{plans?: boolean}} options whether it is planned for a later turn, over whatever is on the table then
 * @returns {{state: "none" | "legal" | "later" | "partial" | "illegal", value: number, out: boolean, reason?: string}}
 *   "later": a set that may be legal at a later turn; "partial": more cards make it legal.
 */
export function judge(chosen, held, table, plays, { plans = false } = {}) {
  const value = numberOf(chosen);
  const out = chosen.length > 0 && chosen.length === held.length;
  if (chosen.length === 0) return { state: "none", value, out };
  if (plans && isSet(chosen) && (!table.length || !plays.includes(canonical(chosen).join(""))))
    return { state: "later", value, out };
  if (plays.includes(canonical(chosen).join(""))) return { state: "legal", value, out };
  const grows = plays.some((play) => {
    const cards = cardsOf(play);
    return cards.length > chosen.length && chosen.every((card) => cards.includes(card));
  });
  if (grows) return { state: "partial", value, out };
  return { state: "illegal", value, out, reason: reasonOf(chosen, table, value) };
}

/** The first reason that applies, in the server's order. */
function reasonOf(chosen, table, value) {
  if (!isSet(chosen)) return "not_a_set";
  if (table.length === 0) return "wrong_lead";
  if (chosen.length < table.length || chosen.length > table.length + 1) return "wrong_count";
  return value > numberOf(table) ? "wrong_count" : "too_low";
}

/** All choices of `count` of these cards. */
function choices(cards, count) {
  if (count === 0) return [[]];
  return cards.flatMap((card, at) => choices(cards.slice(at + 1), count - 1).map((rest) => [card, ...rest]));
}

/** The sets of `count` cards among those held, as text. */
function sets(held, count) {
  const colours = [...new Set(held.map((card) => card[0]))].map((colour) =>
    held.filter((card) => card[0] === colour || card === "X0"),
  );
  const numbers = [...new Set(held.map((card) => card[1]))].map((number) => held.filter((card) => card[1] === number));
  const found = [...colours, ...numbers].flatMap((alike) => choices(alike, count)).filter(isSet);
  return new Set(found.map((cards) => canonical(cards).join("")));
}

/**
 * Every legal play over a set, or as a lead, as text.
 * @param {string[]} held @param {string[]} table the set to beat, empty at a lead @returns {string[]}
 */
export function playsOf(held, table) {
  if (table.length === 0)
    return [...sets(held, 1), ...(held.length > 1 && isSet(held) ? [canonical(held).join("")] : [])];
  const value = numberOf(table);
  return [table.length, table.length + 1]
    .flatMap((count) => [...sets(held, count)])
    .filter((play) => numberOf(cardsOf(play)) > value);
}
