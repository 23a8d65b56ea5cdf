// Steps through a replay in place. All frames of the hand come in one answer; until then the server's links work.
// Frames are written by templates/games/history/replay.

import { setLink, startSharing } from "../site/share.js";

const player = document.getElementById("player");
const { frames: source, last: lastTurn, place, handBefore, handBeforeEnd, handAfter } = player.dataset;
const last = Number(lastTurn);
const slider = document.getElementById("replay-slider");
const run = document.getElementById("replay-run");
const PACE_MS = 1600;

let turn = Number(player.dataset.turn);
let frames = null;
let drawn = null;
let running = 0;

const make = (tag, css, words) => {
  const made = document.createElement(tag);
  if (css) made.className = css;
  if (words) made.textContent = words;
  return made;
};

/** Scrolls the list of hands to the one shown. */
function showHand() {
  const shown = document.querySelector(".replay-hands [aria-current]");
  const row = shown.parentElement;
  row.scrollLeft = shown.offsetLeft - (row.clientWidth - shown.offsetWidth) / 2;
}

/** Fills an element from the frame: cards and numerals as HTML, words as text. */
function draw(into, pictures) {
  into.insertAdjacentHTML("beforeend", pictures.join(""));
  return into;
}

function headLine(shown, aside) {
  const line = draw(make("p", "replay-head-line"), [drawn.values[shown.value]]);
  const words = make("span");
  words.append(make("b", "", shown.owner), " ", make("span", "muted", aside));
  line.append(words);
  return line;
}

function cardRow(codes) {
  return make("p", `replay-cards of-${codes.length}`);
}

function drawSet(frame) {
  const set = make("div", "replay-set");
  if (frame.beaten) {
    const beaten = make("div", "replay-beaten");
    const cards = cardRow(frame.beaten.cards);
    for (const code of frame.beaten.cards)
      cards.append(draw(make("span", code === frame.taken ? "is-taken" : ""), [drawn.small[code]]));
    beaten.append(headLine(frame.beaten, frame.beaten_words), cards);
    if (frame.took) beaten.append(make("p", "muted", frame.took));
    set.append(beaten);
  }
  const laid = make("div", "replay-laid");
  laid.append(
    headLine(frame.laid, frame.laid.kind),
    draw(
      cardRow(frame.laid.cards),
      frame.laid.cards.map((code) => drawn.large[code]),
    ),
  );
  set.append(laid);
  return set;
}

function drawTable(frame) {
  const parts = frame.laid ? [drawSet(frame)] : [];
  if (frame.lead) parts.push(make("p", "replay-lead", frame.lead));
  document.getElementById("replay-cloth").replaceChildren(...parts);
}

function drawSeat(row, seat) {
  row.classList.toggle("is-acting", seat.acts);
  row.querySelector(".replay-count").textContent = seat.count;
  row.querySelector(".replay-points").textContent = seat.points;
  row
    .querySelector(".replay-tags")
    .replaceChildren(...seat.tags.map((tag) => make("span", `tag ${tag.css}`.trim(), tag.words)));
  const hand = row.querySelector(".replay-hand");
  hand.replaceChildren();
  draw(
    hand,
    [...seat.cards, ...seat.known].map((code) => drawn.small[code]).concat(Array(seat.backs).fill(drawn.back)),
  );
}

/** Marks the frame's place in the list of turns, chart, slider, links and address. */
function mark() {
  for (const link of document.querySelectorAll("#replay-turns a")) {
    const here = Number(link.dataset.turn) === turn;
    if (!here) link.removeAttribute("aria-current");
    else {
      link.setAttribute("aria-current", "true");
      const list = document.getElementById("replay-turns");
      const at = link.offsetTop;
      if (at < list.scrollTop || at + link.offsetHeight > list.scrollTop + list.clientHeight)
        list.scrollTop = at - list.clientHeight / 2;
    }
  }
  const line = document.querySelector(".replay-charts .chart-here");
  const x = `${((turn + 0.5) * 100) / (last + 1)}%`;
  line?.setAttribute("x1", x);
  line?.setAttribute("x2", x);
  slider.value = String(turn);
  slider.setAttribute("aria-valuetext", frames[turn].place);
  lead("first", turn ? `${place}0` : "");
  lead("back", turn ? `${place}${turn - 1}` : handBeforeEnd);
  lead("next", turn < last ? `${place}${turn + 1}` : handAfter);
  lead("last", turn < last ? `${place}${last}` : "");
  setLink("replay-link", `${place}${turn}`);
  for (const view of document.querySelectorAll("a[data-view]"))
    view.search = view.search.replace(/turn=\d+/, `turn=${turn}`);
  history.replaceState(null, "", `${place}${turn}`);
}

/** Sets a button's target; an empty `to` disables it. */
function lead(step, to) {
  const link = player.querySelector(`[data-step="${step}"]`);
  if (to) {
    link.href = to;
    link.removeAttribute("aria-disabled");
    link.removeAttribute("role");
  } else {
    link.removeAttribute("href");
    link.setAttribute("aria-disabled", "true");
    link.setAttribute("role", "link");
  }
}

function show(to) {
  turn = Math.min(Math.max(to, 0), last);
  const frame = frames[turn];
  drawTable(frame);
  for (const [number, seat] of frame.seats.entries()) drawSeat(player.querySelector(`[data-seat="${number}"]`), seat);
  document.getElementById("replay-place").textContent = frame.place;
  document.getElementById("replay-said").textContent = frame.said;
  document.getElementById("replay-then").replaceChildren(...frame.then.map((line) => make("li", "", line)));
  mark();
  reveal();
}

/** In low windows not all seats fit: scrolls to the one that acts, unless it is in view. */
function reveal() {
  const row = player.querySelector(".is-acting");
  if (!row) return;
  const { top, bottom } = row.getBoundingClientRect();
  if (top < 0 || bottom > footOfView()) row.scrollIntoView({ block: "nearest" });
}

/** The lowest visible line: on phones the controls stick to the window's foot, over the rows. */
function footOfView() {
  const steps = player.querySelector(".replay-controls");
  return getComputedStyle(steps).position === "sticky" ? steps.getBoundingClientRect().top : innerHeight;
}

function go(address) {
  if (address) location.assign(address);
}

const STEPS = {
  "hand-before": () => go(handBefore),
  first: () => show(0),
  back: () => (turn ? show(turn - 1) : go(handBeforeEnd)),
  next: () => (turn < last ? show(turn + 1) : go(handAfter)),
  last: () => show(last),
  "hand-after": () => go(handAfter),
};
const KEYS = {
  PageUp: "hand-before",
  Home: "first",
  ArrowLeft: "back",
  ArrowRight: "next",
  End: "last",
  PageDown: "hand-after",
};

function stop() {
  clearInterval(running);
  running = 0;
  run.setAttribute("aria-pressed", "false");
}

function toggle() {
  if (running) return stop();
  if (turn === last) show(0);
  run.setAttribute("aria-pressed", "true");
  running = setInterval(() => {
    show(turn + 1);
    if (turn === last) stop();
  }, PACE_MS);
}

function begin() {
  document.addEventListener("keydown", (event) => {
    const free = document.activeElement === document.body || player.contains(document.activeElement);
    if (!free || !(event.key in KEYS) || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    stop();
    STEPS[KEYS[event.key]]();
  });
  document.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    const link = event.target.closest("[data-step], #replay-turns a");
    if (!link) return;
    event.preventDefault();
    stop();
    if (link.dataset.step) {
      if (link.hasAttribute("href")) STEPS[link.dataset.step]();
    } else {
      // Where the list is below the table, scroll up to the table.
      if (player.getBoundingClientRect().bottom < innerHeight / 2) player.scrollIntoView();
      show(Number(link.dataset.turn));
    }
  });
  slider.addEventListener("input", () => {
    stop();
    show(Number(slider.value));
  });
  run.addEventListener("click", toggle);
  slider.hidden = run.hidden = document.getElementById("replay-keys").hidden = false;
  mark();
  reveal();
  player.dataset.ready = "";
}

showHand();
startSharing();
const answer = await fetch(source, { headers: { Accept: "application/json" } }).catch(() => null);
if (answer?.ok) {
  ({ frames, drawn } = await answer.json());
  // Turns taken since the page loaded wait for the next visit; after an undo the links lead to valid turns.
  if (frames[turn]?.said === document.getElementById("replay-said").textContent && frames.length > last) begin();
}
