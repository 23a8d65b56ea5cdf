// Odin by the rules of games/engine, as a game of boardgame.io. Cards are texts such as "B7"; a turn is "pass" or cards
// and, after "<", the card picked up: "B6R6<R5".

const { INVALID_MOVE, PlayerView } = require("boardgame.io/core");

const COLOURS = "BRPGKO";
const HAND_SIZE = 9;

function fullDeck() {
  return [...COLOURS].flatMap((colour) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => colour + number));
}

function value(cards) {
  const digits = cards.map((card) => Number(card[1])).sort((one, other) => other - one);
  return digits.reduce((sum, digit) => 10 * sum + digit, 0);
}

function isSet(cards) {
  return [0, 1].some((at) => cards.every((card) => card[at] === cards[0][at]));
}

// `G.players` has each seat's cards, which PlayerView.STRIP_SECRETS keeps from the others.
function deal(G, deck, leader) {
  const seats = G.points.length;
  for (let seat = 0; seat < seats; seat++) {
    G.players[seat] = { cards: deck.slice(HAND_SIZE * seat, HAND_SIZE * (seat + 1)) };
  }
  G.secret = { undealt: deck.slice(HAND_SIZE * seats) };
  Object.assign(G, { sizes: Array(seats).fill(HAND_SIZE), hand: G.hand + 1, round: 1, leader, toAct: leader });
  Object.assign(G, { table: [], owner: null, discarded: [] });
}

function parsed(text) {
  const [cards, pickup] = text.split("<");
  return { cards: cards.match(/../g) ?? [], pickup };
}

function isLegal(G, held, { cards, pickup }) {
  const goesOut = cards.length === held.length;
  if (!cards.length || new Set(cards).size < cards.length || !cards.every((card) => held.includes(card))) return false;
  if (!isSet(cards)) return false;
  if (!G.table.length) return pickup === undefined && (cards.length === 1 || goesOut);
  const more = cards.length - G.table.length;
  if (more < 0 || more > 1 || value(cards) <= value(G.table)) return false;
  return goesOut ? pickup === undefined : G.table.includes(pickup);
}

function pass(G) {
  G.toAct = (G.toAct + 1) % G.points.length;
  if (G.toAct === G.owner) {
    G.discarded.push(...G.table);
    Object.assign(G, { table: [], owner: null, round: G.round + 1 });
  }
}

function lay(G, { cards, pickup }) {
  const seat = G.toAct;
  const player = G.players[seat];
  player.cards = player.cards.filter((card) => !cards.includes(card)).concat(pickup ?? []);
  G.discarded.push(...G.table.filter((card) => card !== pickup));
  Object.assign(G, { table: cards, owner: seat });
  G.sizes[seat] = player.cards.length;
  G.toAct = (seat + 1) % G.points.length;
}

// Each card held is a point; the seat to the left of the last leader leads the next hand.
function endHand(G, random) {
  G.sizes.forEach((held, seat) => {
    G.points[seat] += held;
  });
  if (!isOver(G)) deal(G, random.Shuffle(fullDeck()), (G.leader + 1) % G.points.length);
}

function isOver(G) {
  return G.points.some((points) => points >= G.target);
}

function turn({ G, playerID, random }, text) {
  if (text === "pass") return G.table.length ? pass(G) : INVALID_MOVE;
  const play = parsed(text);
  const held = G.players[playerID].cards;
  if (!isLegal(G, held, play)) return INVALID_MOVE;
  lay(G, play);
  if (!G.players[playerID].cards.length) endHand(G, random);
}

module.exports.Odin = {
  name: "odin",
  minPlayers: 2,
  maxPlayers: 6,
  disableUndo: true,
  setup: ({ ctx, random }, setupData) => {
    const G = { target: Number(setupData.target), points: Array(ctx.numPlayers).fill(0), hand: 0, players: {} };
    deal(G, random.Shuffle(fullDeck()), random.Die(ctx.numPlayers) - 1);
    return G;
  },
  moves: { turn: { move: turn, client: false } },
  turn: {
    minMoves: 1,
    maxMoves: 1,
    order: { first: ({ G }) => G.toAct, next: ({ G }) => G.toAct },
  },
  endIf: ({ G }) => {
    const best = Math.min(...G.points);
    return isOver(G) ? { winners: G.points.flatMap((points, seat) => (points === best ? [seat] : [])) } : undefined;
  },
  playerView: PlayerView.STRIP_SECRETS,
};
