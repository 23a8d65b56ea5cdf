// A bot for Odin by web, to start your own from. It needs Node.js 20 or newer, and nothing else.
//
//     ODIN_TOKEN=odin_… node odin_bot.mjs https://odin.example.org skald,jarl 2
//     ODIN_TOKEN=odin_… node odin_bot.mjs https://odin.example.org serve 100
//
// It creates private games against bots of the site, follows them by streams, and takes its turns over HTTP. With
// "serve", for the account of a bot, it plays what others want: challenges, games that it has joined, and rated games
// that the site begins. Lost connections and restarts of the site cost no turn: it comes back with the version that it knows, and gets what it
// missed. A turn names the version that it was chosen for, so the site never takes it twice.

import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

const [address, opponents = "skald", games = "1"] = process.argv.slice(2);
const site = `${address.replace(/\/+$/, "")}/api/v1/`;
const headers = { Authorization: `Bearer ${process.env.ODIN_TOKEN}` };
// The answers after which it makes sense to ask again.
const BUSY = new Set([429, 502, 503, 504]);
// Streams send at least an empty line every 15 seconds.
const QUIET_MS = 45_000;
const PATIENCE_MS = 30_000;
const LONGEST_PAUSE_MS = 10_000;

/** Your bot's turn: one of the legal ones. `state` has what a view has. This bot plays most cards, lowest first. */
function choose(legal, _state) {
  const key = (turn) => [-turn.split("<")[0].length, turn[1]];
  const plays = legal.filter((turn) => turn !== "pass");
  plays.sort((one, other) => key(one)[0] - key(other)[0] || key(one)[1].localeCompare(key(other)[1]));
  return plays[0] ?? "pass";
}

/** The site refused a request for good. `problem` is its answer. */
class Refused extends Error {
  constructor(problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

/** Do it again after growing pauses, while the site is away or busy. */
async function patiently(ask) {
  for (let pause = 500; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    let answer;
    try {
      answer = await ask();
    } catch {
      await sleep(pause);
      continue;
    }
    if (answer.ok) return answer;
    if (!BUSY.has(answer.status)) throw new Refused(await answer.json());
    await answer.body?.cancel();
    await sleep(1000 * Number(answer.headers.get("Retry-After") ?? pause / 1000));
  }
}

const post = (path, body, more = {}) =>
  ask(path, { method: "POST", body: JSON.stringify(body) }, { "Content-Type": "application/json", ...more });

async function ask(path, sent = {}, more = {}) {
  const asked = () =>
    fetch(site + path, {
      ...sent,
      headers: { ...headers, ...more },
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).then(async (answer) => (answer.ok ? new Response(await answer.text()) : answer));
  return (await patiently(asked)).json();
}

/** The lines of a stream, until it ends. Throws if it is cut off, or falls silent. */
async function* linesOf(path) {
  const stop = new AbortController();
  let timer = setTimeout(() => stop.abort(), QUIET_MS);
  try {
    const answer = await patiently(() => fetch(site + path, { headers, signal: stop.signal }));
    let text = "";
    for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
      clearTimeout(timer);
      timer = setTimeout(() => stop.abort(), QUIET_MS);
      const lines = (text + part).split("\n");
      text = lines.pop();
      yield* lines.filter((line) => line !== "");
    }
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
}

/** A game, as far as this bot has heard of it. `taken` has its turns by the version after them. */
class Game {
  constructor(id) {
    this.id = id;
    this.state = {};
    this.taken = {};
    this.dropped = 0;
  }

  get isOver() {
    return ["finished", "cancelled"].includes(this.state.status);
  }

  /** Play until the game is over. Throws Refused. */
  async play() {
    while (!this.isOver) {
      const since = this.state.version === undefined ? "" : `?since=${this.state.version}`;
      try {
        await this.#follow(`games/${this.id}/stream${since}`);
      } catch (error) {
        if (error instanceof Refused) throw error;
      }
      if (!this.isOver) {
        this.dropped += 1;
        await sleep(500);
      }
    }
  }

  async #follow(path) {
    for await (const line of linesOf(path)) {
      this.#hear(JSON.parse(line));
      // The answer to a turn is the game after it, which may be this bot's again.
      while (this.state.status === "running" && this.state.legal?.length) await this.#takeTurn();
      if (this.isOver) return;
    }
  }

  /** Take a turn. If its answer is lost it is sent again, and the site takes it once. */
  async #takeTurn() {
    const { version, legal } = this.state;
    const turn = choose(legal, this.state);
    try {
      const view = await post(`games/${this.id}/turns`, { version, turn });
      this.taken[version + 1] = turn;
      this.state = view;
    } catch (error) {
      // Something else happened first, such as a pause.
      if (!error.problem?.view) throw error;
      this.state = error.problem.view;
    }
  }

  /** Take a message into the state: a view is the whole of it, and events have the fields that changed. */
  #hear(message) {
    if (message.type === "view") this.state = message;
    if (!["turn", "hand", "game", "seat"].includes(message.type) || message.version < this.state.version) return;
    if (message.you) Object.assign(this.state, { my_cards: message.you.cards, legal: message.you.legal });
    for (const name of ["version", "status", "to_act", "table", "sizes", "points"]) {
      if (name in message) this.state[name] = message[name];
    }
  }
}

/** Create a private game, which starts with this bot's bytes for its deal. */
async function newGame(bots) {
  const body = { seats: bots.length + 1, bots, target: null, visibility: "private", pace: "1d" };
  // With the key, a request that is repeated after a lost answer makes no second game.
  return (await post("games", body, { "Idempotency-Key": randomBytes(8).toString("hex") })).id;
}

/** Add this bot's bytes to the game's deal, play until it is over, and print what was played. */
async function play(id) {
  try {
    await post(`games/${id}/contribution`, { contribution: randomBytes(16).toString("hex") });
  } catch (error) {
    // An earlier try arrived, or the game has started.
    if (!["already_answered", "not_open"].includes(error.problem?.error)) throw error;
  }
  const game = new Game(id);
  await game.play();
  const { status, points } = game.state;
  console.log(JSON.stringify({ game: game.id, status, points, turns: game.taken, dropped: game.dropped }));
}

/** Accept the challenges to this bot, and play each game of its own that is not yet among `found`. */
async function takeUp(found, onOver) {
  const { username } = await ask("me");
  for (const challenge of (await ask("challenges")).challenges.filter((each) => each.to === username)) {
    // It may be taken back, or full.
    await post(`challenges/${challenge.game.id}/accept`, {}).catch(() => {});
  }
  for (const status of ["open", "running"]) {
    for (const { id } of (await ask(`games?mine=true&status=${status}`)).games.filter((each) => !found.has(each.id))) {
      found.add(id);
      play(id).catch(console.error).finally(onOver);
    }
  }
}

/** Take all challenges, and play all of the account's games side by side, until so many are over. */
async function serve(number) {
  const found = new Set();
  let over = 0;
  const onOver = () => {
    over += 1;
    if (over >= number) process.exit();
  };
  for (;;) {
    try {
      await takeUp(found, onOver);
      for await (const line of linesOf("stream/me")) {
        if (!found.has(JSON.parse(line).game)) await takeUp(found, onOver);
      }
    } catch (error) {
      if (error instanceof Refused) throw error;
    }
    await sleep(500);
  }
}

if (opponents === "serve") await serve(Number(games));
for (let number = 0; number < Number(games); number += 1) await play(await newGame(opponents.split(",")));
