// Checks an Odin game record: that its cards follow from the anchor and the players' data (protocol odin-deal/1), and
// its turns and points from the cards. The page “Verify this deal” runs this file in your browser. You can also save it
// as check.mjs and run it on your own computer, offline, with nothing but Node.js 20.16 or newer:
//
//   node check.mjs record.json            checks the record
//   node check.mjs record.json note.json  compares it with what your browser noted when you joined, too
//
// It doesn't check names, times, and which player or bot took a turn.

const COLOURS = ["B", "R", "P", "G", "K", "O"];
const DEALT = 9;
const HASH = /^[0-9a-f]{64}$/;
const GIVEN = /^(?:[0-9a-f]{2}){0,64}$/;
const CARD = /^(?:[BRPGKO][1-9]|X0)$/;

/** What the program says. The page has the same sentences in the reader's language. */
export const WORDS = {
  malformed: "The field {field} is missing or malformed.",
  wrong: "The field {field} doesn’t fit the rest of the record.",
  note: "The field {field} isn’t what your browser noted when you joined.",
  sound: "The cards, turns and points fit. Hands checked: {hands}.",
  none: "The fingerprint fits. No hand is over yet.",
  in: "Your data is in this deal, and the anchor is the one that your browser noted.",
  unsent: "The anchor is the one that your browser noted. It added no data.",
  unknown: "To check your own data, use the browser you joined with, or its note.",
  empty: "No player added data to this game, so you have to trust the site.",
};

// Bytes

const ascii = (text) => new TextEncoder().encode(text);
const fromHex = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const join = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
const sized = (part) => join([part.length], part);
const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

async function hmac(key, message) {
  const made = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", made, message));
}

// The protocol

/** O, the opening: its SHA-256 is the fingerprint F. */
function opening({ id, options, fair }) {
  const removesTwo = options.two_player_deck && options.seats === 2;
  const numbers = [options.seats, Number(options.goat), Number(removesTwo)];
  const given = fair.contributions.map((hex) => sized(fromHex(hex)));
  return join(sized(ascii(fair.protocol)), sized(ascii(id)), fromHex(fair.anchor), numbers, ...given);
}

/** K(label, n). */
const keyOf = (seed, fingerprint, number, label) => hmac(seed, join(fingerprint, [number], ascii(label)));

/** draw(m), from a key's stream. */
function drawer(key) {
  let [block, bytes] = [0, []];
  return async (choices) => {
    for (;;) {
      if (!bytes.length) bytes = [...(await hmac(key, Uint8Array.of(block++)))];
      const byte = bytes.shift();
      if (byte < 256 - (256 % choices)) return byte % choices;
    }
  };
}

async function removedColours(seed, fingerprint) {
  const draw = drawer(await keyOf(seed, fingerprint, 1, "colours"));
  const left = [...COLOURS];
  for (let out = 0; out < 2; out += 1) left.splice(await draw(left.length), 1);
  return COLOURS.filter((colour) => !left.includes(colour));
}

/** The deck of hand n: seat k gets the entries 9k to 9k + 8. */
async function shuffled(seed, fingerprint, number, removed, { seats, goat }) {
  const draw = drawer(await keyOf(seed, fingerprint, number, "deal"));
  const colours = COLOURS.filter((colour) => !removed.includes(colour));
  const deck = colours.flatMap((colour) => Array.from({ length: 9 }, (_, at) => `${colour}${at + 1}`));
  for (let last = deck.length - 1; last > 0; last -= 1) {
    const chosen = await draw(last + 1);
    [deck[last], deck[chosen]] = [deck[chosen], deck[last]];
  }
  if (goat) deck.splice(await draw(DEALT * seats), 0, "X0");
  return deck;
}

// The rules

const number = (card) => Number(card[1]);
const rank = (card) => "BRPGKOX".indexOf(card[0]);
const sorted = (cards) => [...cards].sort((one, other) => number(other) - number(one) || rank(one) - rank(other));
const value = (cards) => Number(sorted(cards).map(number).join(""));

function isSet(cards) {
  const colours = new Set(cards.map((card) => card[0]).filter((colour) => colour !== "X"));
  return colours.size <= 1 || new Set(cards.map(number)).size === 1;
}

/** Whether the seat to act may play these cards and pick up that one ("" for none). */
function mayPlay({ held, table }, cards, pickup) {
  if (new Set(cards).size !== cards.length || !cards.every((card) => held.includes(card)) || !isSet(cards))
    return false;
  const all = cards.length === held.length;
  if (!table.length) return !pickup && (cards.length === 1 || all);
  const longer = cards.length - table.length;
  if ((longer !== 0 && longer !== 1) || value(cards) <= value(table)) return false;
  return all ? !pickup : table.includes(pickup);
}

/** A hand between two turns. `take` returns the part of the turn that is wrong, or "". */
function dealt(deals, leader) {
  const seats = deals.length;
  const hands = deals.map((cards) => [...cards]);
  let [table, owner, toAct, over] = [[], leader, leader, false];
  return {
    over: () => over,
    points: () => hands.map((cards) => cards.reduce((sum, card) => sum + (card === "X0" ? 5 : 1), 0)),
    lastToAct: () => owner,
    take({ seat, turn }) {
      if (over) return "turn";
      if (seat !== toAct) return "seat";
      const next = (seat + 1) % seats;
      if (turn === "pass") {
        if (!table.length) return "turn";
        if (next === owner) table = [];
        toAct = next;
        return "";
      }
      const [played, pickup = ""] = turn.split("<");
      const cards = played.match(/../g) ?? [];
      if (!mayPlay({ held: hands[seat], table }, cards, pickup) || sorted(cards).join("") !== played) return "turn";
      hands[seat] = hands[seat].filter((card) => !cards.includes(card)).concat(pickup || []);
      [table, owner, toAct, over] = [cards, seat, next, hands[seat].length === 0];
      return "";
    },
  };
}

// The form of a record

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isFlag = (value) => typeof value === "boolean";
const isWhole = (low, high) => (value) => Number.isInteger(value) && value >= low && value <= high;
const isText = (pattern) => (value) => typeof value === "string" && pattern.test(value);
const isList = (fits, length) => (value) =>
  Array.isArray(value) && (length === undefined || value.length === length) && value.every(fits);
const orNull = (form) => ({ orNull: form });

/** The form of each field, by its name: a test, the form of an object, or in a list that of all items. */
function formOf(seats) {
  const isSeat = isWhole(0, seats - 1);
  const points = isList(isWhole(0, 1664), seats);
  const isCards = isList(isText(CARD));
  return {
    format: isText(/^odin-game\/1$/),
    id: isText(/^[A-Za-z0-9_-]{1,64}$/),
    options: {
      seats: isWhole(2, 6),
      target: orNull((value) => [10, 15, 20, 25, 30].includes(value)),
      goat: isFlag,
      two_player_deck: isFlag,
      next_leader: isText(/^(?:left|last)$/),
    },
    fair: {
      protocol: isText(/^odin-deal\/1$/),
      anchor: isText(HASH),
      contributions: isList(isText(GIVEN), seats),
      fingerprint: isText(HASH),
      removed: isList(isText(/^[BRPGKO]$/)),
      first_leader: isSeat,
    },
    hands: [
      {
        number: isWhole(1, 128),
        leader: isSeat,
        seed: orNull(isText(HASH)),
        deals: isList(isCards, seats),
        undealt: orNull(isCards),
        turns: [{ seat: isSeat, turn: isText(/^(?:pass|(?:[BRPGKO][1-9]|X0)+(?:<(?:[BRPGKO][1-9]|X0))?)$/) }],
        points: (value) => value == null || value.length === 0 || points(value),
        voided: (value) => value === undefined || isFlag(value),
      },
    ],
    events: [{ kind: isText(/^(?:resign|handover|return)$/), seat: isSeat }],
    result: orNull({
      points,
      winners: isList(isSeat),
      end: isText(/^(?:target|single_hand|resigned|cancelled)$/),
    }),
  };
}

/** The form of a note, which js/lobby/contribute.js keeps: data that was sent, or the reason why it was refused. */
function noteForm(note) {
  const isMissing = (value) => value == null;
  const orMissing = (fits) => (value) => isMissing(value) || fits(value);
  const refused = note?.refused !== undefined;
  return {
    anchor: isText(HASH),
    contribution: refused ? isMissing : isText(/^(?:[0-9a-f]{2}){1,64}$/),
    refused: orMissing(isText(/./)),
    // Both come with the answer, which may be lost.
    seat: refused ? isMissing : orMissing(isWhole(0, 5)),
    contributions: orMissing(isList(orMissing(isText(GIVEN)))),
  };
}

/** What a note says; null for text that is no JSON, which is no note. */
export function noteIn(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The fields of another form. */
function malformed(value, form, where) {
  if (typeof form === "function") return form(value) ? [] : [where];
  if ("orNull" in form) return value === null ? [] : malformed(value, form.orNull, where);
  if (Array.isArray(form)) {
    if (!Array.isArray(value)) return [where];
    return value.flatMap((item, at) => malformed(item, form[0], `${where}[${at}]`));
  }
  if (!isObject(value)) return [where];
  return Object.entries(form).flatMap(([name, inner]) =>
    malformed(value[name], inner, where ? `${where}.${name}` : name),
  );
}

// The check

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** The first field of each hand that its seed does not make. */
async function dealFaults(record, fingerprint) {
  const { options, fair } = record;
  const faults = [];
  for (const [at, hand] of record.hands.entries()) {
    if (hand.seed === null) continue;
    const seed = fromHex(hand.seed);
    let anchor = seed;
    for (let left = hand.number; left > 0; left -= 1) anchor = await sha256(anchor);
    if (toHex(anchor) !== fair.anchor) {
      faults.push(`hands[${at}].seed`);
      continue;
    }
    if (hand.number === 1) faults.push(...(await drawFaults(record, seed, fingerprint)));
    const deck = await shuffled(seed, fingerprint, hand.number, fair.removed, options);
    for (const [seat, cards] of hand.deals.entries()) {
      if (!same(cards, deck.slice(DEALT * seat, DEALT * (seat + 1)))) faults.push(`hands[${at}].deals[${seat}]`);
    }
    if (!same(hand.undealt, deck.slice(DEALT * options.seats))) faults.push(`hands[${at}].undealt`);
  }
  return faults;
}

/** What s_1 draws for the whole game. */
async function drawFaults({ options, fair }, seed, fingerprint) {
  const removesTwo = options.two_player_deck && options.seats === 2;
  const removed = removesTwo ? await removedColours(seed, fingerprint) : [];
  const draw = drawer(await keyOf(seed, fingerprint, 1, "leader"));
  const leader = await draw(options.seats);
  return [
    ...(same(fair.removed, removed) ? [] : ["fair.removed"]),
    ...(fair.first_leader === leader ? [] : ["fair.first_leader"]),
  ];
}

/** The turns, points, leaders and numbers that do not follow from the cards. */
function courseFaults(record) {
  const { options, fair, hands, result } = record;
  const faults = [];
  const totals = Array(options.seats).fill(0);
  let [leaders, expected, free] = [[fair.first_leader], 1, false];
  for (const [at, hand] of hands.entries()) {
    const where = `hands[${at}]`;
    if (hand.number !== expected && !(free && hand.number > expected)) faults.push(`${where}.number`);
    if (!leaders.includes(hand.leader)) faults.push(`${where}.leader`);
    if (isOver(options, hands.slice(0, at), totals)) faults.push(where);
    [expected, free] = [hand.number + 1, hand.voided === true];
    if (hand.seed === null) {
      if (result !== null || at < hands.length - 1) faults.push(`${where}.seed`);
      continue;
    }
    const { last, fault } = handFault(hand);
    if (fault) faults.push(`${where}.${fault}`);
    for (const [seat, points] of (hand.points ?? []).entries()) totals[seat] += points;
    const next = (hand.leader + 1) % options.seats;
    leaders = [options.next_leader === "last" ? last : next];
    // The rules do not say who leads after a voided hand.
    if (hand.voided) leaders = options.next_leader === "last" ? [...totals.keys()] : [hand.leader, next];
  }
  return [...faults, ...resultFaults(record, totals)];
}

/** Whether these hands and points end the game. */
const isOver = ({ target }, hands, totals) =>
  hands.some(({ voided }) => !voided) && (target === null || Math.max(...totals) >= target);

/** The hand's first wrong field, "" if there is none, and the seat that acted last. */
function handFault(hand) {
  const state = dealt(hand.deals, hand.leader);
  for (const [at, turn] of hand.turns.entries()) {
    const part = state.take(turn);
    if (part) return { last: turn.seat, fault: `turns[${at}].${part}` };
  }
  const points = hand.points ?? [];
  const last = state.lastToAct();
  if (hand.voided) return { last, fault: state.over() ? "voided" : points.length ? "points" : "" };
  if (!state.over()) return { last, fault: "turns" };
  return { last, fault: same(points, state.points()) ? "" : "points" };
}

function resultFaults({ options, hands, events, result }, totals) {
  if (result === null) return isOver(options, hands, totals) ? ["result"] : [];
  const resigned = events.filter(({ kind }) => kind === "resign").map(({ seat }) => seat);
  const left = [...totals.keys()].filter((seat) => !resigned.includes(seat));
  const best = Math.min(...left.map((seat) => totals[seat]));
  const winners = { cancelled: [], resigned: left }[result.end] ?? left.filter((seat) => totals[seat] === best);
  const over = isOver(options, hands, totals) && left.length > 1;
  const stopped = !hands.length || hands.at(-1).voided === true;
  const ends = {
    cancelled: stopped,
    resigned: stopped && left.length === 1,
    single_hand: over && options.target === null,
    target: over && options.target !== null,
  }[result.end];
  return [
    ...(ends ? [] : ["result.end"]),
    ...(same(result.points, totals) ? [] : ["result.points"]),
    ...(same(result.winners, winners) ? [] : ["result.winners"]),
  ];
}

/** The record compared with the browser's note: the fields that differ, and its data. */
function compared({ fair }, note) {
  if (note === undefined) return { faults: [], own: "unknown" };
  const faults = note.anchor === fair.anchor ? [] : ["fair.anchor"];
  if (note.seat == null) return { faults, own: fair.contributions.includes(note.contribution) ? "in" : "unsent" };
  if (fair.contributions[note.seat] !== note.contribution) faults.push(`fair.contributions[${note.seat}]`);
  return { faults, own: "in" };
}

/** Checks a record, any JSON value. `note`: what this person's browser noted when they joined, if known.
 * @returns {Promise<{sound: boolean, said: {word: string, field?: string, hands?: number}[]}>} what to say, by WORDS */
export async function checkRecord(record, note = undefined) {
  const seats = record?.options?.seats;
  const wrongForm = malformed(record, formOf(isWhole(2, 6)(seats) ? seats : 2), "");
  if (note !== undefined) wrongForm.push(...malformed(note, noteForm(note), "note"));
  const said = (word, fields) => fields.map((field) => ({ word, field: field || "record" }));
  if (wrongForm.length) return { sound: false, said: said("malformed", wrongForm) };
  const fingerprint = await sha256(opening(record));
  const fits = toHex(fingerprint) === record.fair.fingerprint;
  const wrong = fits ? await dealFaults(record, fingerprint) : ["fair.fingerprint"];
  // Turns make sense only with the cards that were dealt.
  const course = wrong.length ? [] : courseFaults(record);
  const { faults, own } = compared(record, note);
  const found = [...said("wrong", [...wrong, ...course]), ...said("note", faults)];
  if (found.length) return { sound: false, said: found };
  const hands = record.hands.filter(({ seed }) => seed !== null).length;
  const empty = record.fair.contributions.every((given) => given === "");
  return {
    sound: true,
    said: [hands ? { word: "sound", hands } : { word: "none" }, ...(empty ? [{ word: "empty" }] : [{ word: own }])],
  };
}

/** The sentence for one thing that was found. */
export const sentence = (words, found) =>
  words[found.word].replace("{field}", found.field ?? "").replace("{hands}", String(found.hands ?? ""));

async function main([file, noteFile]) {
  const read = (name) => process.getBuiltinModule("node:fs").readFileSync(name, "utf8");
  const { sound, said } = await checkRecord(JSON.parse(read(file)), noteFile && noteIn(read(noteFile)));
  for (const found of said) console.log(sentence(WORDS, found));
  return sound;
}

if (typeof process !== "undefined" && process.versions?.node) {
  const args = process.argv.slice(2);
  if (!args.length) console.error("Usage: node check.mjs record.json [note.json]");
  const sound = args.length > 0 && (await main(args).catch((error) => console.error(String(error.message))));
  process.exitCode = sound ? 0 : 1;
}
