// The public facts of a hand in play, and how a turn changes them.

import { found } from "../behind.js";
import { byColour, canonical, cardsOf } from "../rules.js";

const HAND_SIZE = 9;

/**
 * @typedef {object} Facts
 * @property {number | null} me the seat that the reader plays
 * @property {string[]} names
 * @property {number} to_act
 * @property {number} turns taken in this hand
 * @property {number} round
 * @property {string[]} table
 * @property {number | null} owner
 * @property {string[]} beaten
 * @property {number | null} beaten_owner
 * @property {string} took
 * @property {number[]} sizes
 * @property {string[][]} known cards picked up and still held, by seat
 * @property {{cards: string[], owner: number, round: number} | null} won the last round, until another set is there
 * @property {number | null} target
 * @property {boolean} down whether points count down from it
 */

/** A part's facts; null where the page must fetch each change. @returns {any} */
export function factsOf(part) {
  return JSON.parse(found(part, "#table-facts")?.textContent ?? "null");
}

export function keep(part, facts) {
  part.querySelector("#table-facts").textContent = JSON.stringify(facts);
}

export function isMine(facts, seat) {
  return seat !== null && seat === facts.mine;
}

/** Whether the reader is to act. */
export function acts(facts) {
  return facts.me !== null && facts.to_act === facts.me;
}

/** A turn's cards, largest first, and the card picked up. */
export function parsed(turn) {
  if (turn === "pass") return { cards: [], took: "" };
  const [cards, took = ""] = turn.split("<");
  return { cards: canonical(cardsOf(cards)), took };
}

/** The facts after a turn. */
export function after(facts, event) {
  const { cards, took } = parsed(event.turn);
  const next = { ...facts, to_act: event.to_act, sizes: event.sizes, turns: facts.turns + 1 };
  if (cards.length) return played(next, event.seat, cards, took);
  return next.to_act === facts.owner ? roundOver(next) : next;
}

/** Whether this seat has passed since the set was played. */
export function hasPassed({ owner, to_act: toAct, names }, seat) {
  if (owner === null) return false;
  const after = (other) => (other - owner + names.length) % names.length;
  return after(seat) > 0 && after(seat) < after(toAct);
}

function played(facts, seat, cards, took) {
  const leads = facts.table.length === 0;
  const known = facts.known.map((held, at) =>
    at === seat ? canonical([...held.filter((card) => !cards.includes(card)), ...(took ? [took] : [])]) : held,
  );
  return {
    ...facts,
    known,
    table: cards,
    owner: seat,
    beaten: leads ? [] : facts.table,
    beaten_owner: leads ? null : facts.owner,
    took,
    won: null,
  };
}

function roundOver(facts) {
  return {
    ...facts,
    won: { cards: facts.table, owner: facts.owner, round: facts.round },
    round: facts.round + 1,
    table: [],
    owner: null,
    beaten: [],
    beaten_owner: null,
    took: "",
  };
}

/** The reader's cards after their turn, as they sort them. */
export function handAfter(held, event, sort) {
  const { cards, took } = parsed(event.turn);
  const left = [...held.filter((card) => !cards.includes(card)), ...(took ? [took] : [])];
  return sort === "own" ? left : sorted(left, sort);
}

/** Cards as the server sorts them; those of a new hand have no own order yet. */
export function sorted(cards, sort) {
  return sort === "colour" ? byColour(cards) : canonical(cards);
}

/** The facts of a new hand. */
export function dealt(facts, event) {
  return {
    ...facts,
    to_act: event.to_act,
    turns: 0,
    round: 1,
    table: [],
    owner: null,
    beaten: [],
    beaten_owner: null,
    took: "",
    sizes: facts.sizes.map(() => HAND_SIZE),
    known: facts.known.map(() => []),
    won: null,
    undos: facts.undos_a_hand,
  };
}
