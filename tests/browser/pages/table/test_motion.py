"""Motion at the table shows a turn, ends in time or by a key, shifts nothing else, and has sound."""

import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from games.models import Game
from games.simulation.demo_games import turn_take
from tests.browser.conftest import DESKTOP, MOVES, PHONE, NewContext
from tests.browser.page_weight import DRAWING, Wire, opening_bytes
from tests.browser.pages.conftest import Enter
from tests.browser.pages.laid_tables import NINE, lay_hand, table_with_bots
from tests.browser.pages.seated_player import SeatedPlayer, settled

MAX_MS = 400
FADE_MS = 120
MAX_BYTES = 150_000
MAX_DRAWING_BYTES = 20_000
OVER_THE_BAR = 16
LAPTOP = ViewportSize(width=1280, height=800)
TURNS = 4
# Two rounds at six seats.
SOME_TURNS = 12
# The set on the table while cards are chosen: none, one card, larger sets.
LAID = ("", "G1", "P3 P2", "K4 K3 K2")

# All animations with their durations; and every unexpected layout shift.
WATCH = """() => {
  window.motions = [];
  // What lies how high while a card comes to the middle.
  window.heights = [];
  window.shifts = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const motion = animate.call(this, frames, options);
    const fades = frames.every(frame => !frame.transform);
    window.motions.push({
      place: this.closest("#laid, #beaten, #hand")?.id ?? this.classList[0],
      ms: motion.effect.getComputedTiming().endTime, fades,
    });
    const board = this.closest("#laid") && this.closest(".board");
    if (board && !fades) queueMicrotask(() => window.heights.push(getComputedStyle(board).zIndex));
    return motion;
  };
  // When a fade beside a picture ends, Chromium may report the picture as coming from its own origin, though it stands
  // where it stood. What moves a picture moves an element that holds it too.
  const isElement = ({ node }) => node instanceof HTMLElement;
  new PerformanceObserver(list => window.shifts.push(...list.getEntries()
    .filter(shift => !shift.hadRecentInput && shift.sources.some(isElement))
    .map(shift => [shift.value, ...shift.sources.map(({ node }) => node?.id || node?.className)])))
    .observe({ type: "layout-shift", buffered: true });
}"""
# Waits until the fonts show and the shifts that they caused are recorded.
STABLE = """async () => {
  await document.fonts.ready;
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  await new Promise((done) => setTimeout(done));
}"""
# Positions of what is pressed, from the page's top.
STANDS = """() => {
  const places = {};
  scrollTo({ top: 0, behavior: "instant" });
  for (const name of ["#cloth", "#bar", "#hand", "#pickup", "#pass", "#hint", "#play"]) {
    const place = document.querySelector(name)?.getBoundingClientRect();
    if (place?.width) places[name] = [place.x, place.y, place.width, place.height].map(Math.round);
  }
  return places;
}"""
# Choose these cards, or none, and the first card to pick up.
CHOOSE = """codes => {
  for (const box of document.querySelectorAll("#hand input")) box.checked = codes.includes(box.value);
  const pick = document.querySelector("#pickup input");
  if (pick) pick.checked = codes.length > 0;
  document.querySelector("#hand input").dispatchEvent(new Event("change", { bubbles: true }));
}"""
# Slows all motion down, and records for each key and press how much moved just before and just after it, with copies of
# cards that are left over.
ENDS = """() => {
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    return animate.call(this, frames, { ...options, duration: 600_000, delay: 0 });
  };
  const moving = () => document.getAnimations().filter(motion => motion.constructor === Animation).length;
  window.ends = [];
  let met = 0;
  for (const deed of ["keydown", "pointerdown"]) {
    addEventListener(deed, () => { met = moving(); }, { capture: true });
    // The page's own ear is the window's, whose turn is before the document's.
    document.addEventListener(deed, () => {
      window.ends.push([deed, met, moving() + document.querySelectorAll(".flying").length]);
    }, { capture: true });
  }
}"""
# Records each celebration: whether it is under the words, takes presses, and does not move.
CHEERS = """() => {
  window.cheers = [];
  new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    for (const cheer of added.filter(node => node.className === "cheer")) setTimeout(() => {
      const moves = cheer.getAnimations({ subtree: true }).map(motion => motion.effect.getKeyframes());
      window.cheers.push({
        under: Number(getComputedStyle(cheer).zIndex) < Number(getComputedStyle(cheer.nextElementSibling).zIndex),
        pressed: getComputedStyle(cheer).pointerEvents,
        still: moves.every(frames => frames[0].transform === frames.at(-1).transform),
      });
    });
  }).observe(document, { childList: true, subtree: true });
}"""
# Records which voices would sound, and how long.
HEAR = """() => {
  window.voices = 0;
  for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
    const start = kind.prototype.start;
    kind.prototype.start = function (at) { window.voices += 1; return start.call(this, at); };
  }
}"""
LENGTHS = """async (path) => {
  const { SOUNDS } = await import(path);
  const lengths = {};
  for (const [name, sound] of Object.entries(SOUNDS)) {
    const audio = new OfflineAudioContext(1, 44100, 44100);
    sound(audio, 0);
    const heard = (await audio.startRendering()).getChannelData(0);
    const last = heard.findLastIndex(sample => Math.abs(sample) > 0.0005);
    lengths[name] = [last / 44.1, Math.max(...heard.map(Math.abs))];
  }
  return lengths;
}"""


def at_a_game_with_bots(player: SeatedPlayer) -> tuple[Page, Game]:
    game = table_with_bots(player.user, seats=3, pace="3m")
    player.sit_at(game)
    player.page.evaluate(STABLE)
    player.page.evaluate("() => { if (window.shifts) window.shifts.length = 0; }")
    return player.page, game


def play_on(player: SeatedPlayer, game: Game, turns: int) -> None:
    """Take `turns` turns of the person, and let the bots take theirs."""
    for _turn in range(turns):
        player.come_to_turn(game)
        player.take_turn()


def test_motion_tells_each_turn_in_time_and_shifts_nothing(enter: Enter) -> None:
    player = enter("alice", reduced_motion=MOVES)
    player.page.add_init_script(f"({WATCH})()")
    page, game = at_a_game_with_bots(player)
    play_on(player, game, TURNS)
    motions: list[dict[str, Any]] = page.evaluate("window.motions")
    assert max(motion["ms"] for motion in motions) <= MAX_MS, motions
    assert {"laid", "hand"} <= {motion["place"] for motion in motions}
    # Only above the bar.
    heights = page.evaluate("window.heights.map(Number)")
    assert heights
    assert all(height >= OVER_THE_BAR for height in heights), heights
    expect(page.locator(".flying, .is-lifted")).to_have_count(0)
    shifts = page.evaluate("window.shifts")
    assert not shifts, shifts


def stands(page: Page) -> tuple[int, ...]:
    """The cloth's height and the tops of bar and hand, which no choice may move."""
    plays = (page.locator("#turn-form").get_attribute("data-plays") or "").split()
    page.evaluate(CHOOSE, [])
    rest: dict[str, list[int]] = page.evaluate(STANDS)
    for play in {min(plays, key=len), max(plays, key=len)} if plays else ():
        page.evaluate(CHOOSE, re.findall(r"[A-Z]\d", play))
        chosen: dict[str, list[int]] = page.evaluate(STANDS)
        # On a phone the cards to pick up come with the choice.
        assert chosen.keys() - rest.keys() <= {"#pickup"}, play
        assert {name: chosen.get(name) for name in rest} == rest, play
    page.evaluate(CHOOSE, [])
    return rest["#cloth"][3], rest["#bar"][1], rest["#hand"][1]


def test_nothing_slides_from_under_the_pointer(enter: Enter) -> None:
    player = enter("alice", reduced_motion=MOVES)
    game = table_with_bots(player.user, seats=3)
    seen: dict[int, set[tuple[int, ...]]] = {LAPTOP["width"]: set(), PHONE["width"]: set()}
    for table in LAID:
        lay_hand(game, player.user, NINE, table=table)
        page = player.sit_at(game)
        assert page.locator("#laid [data-card]").count() == len(table.split())
        for window in (LAPTOP, PHONE):
            page.set_viewport_size(window)
            seen[window["width"]].add(stands(page))
    assert all(len(places) == 1 for places in seen.values()), seen


def test_any_key_and_any_press_end_all_motion(enter: Enter) -> None:
    player = enter("alice", reduced_motion=MOVES)
    page, game = player.page, table_with_bots(player.user, seats=3, pace="3m")
    page.add_init_script(f"({ENDS})()")
    deeds: list[tuple[str, Callable[[], None]]] = [
        ("keydown", lambda: page.keyboard.press("Shift")),
        ("pointerdown", lambda: page.mouse.click(3, 3)),
    ]
    for deed, ends in deeds:
        lay_hand(game, player.user, NINE, table="G1")
        player.sit_at(game)
        player.take_turn()
        ends()
        kind, met, left = page.evaluate("window.ends")[-1]
        assert kind == deed
        assert met
        assert not left


def test_less_motion_is_a_short_fade(enter: Enter) -> None:
    player = enter("alice", fresh=True, viewport=PHONE)
    player.page.add_init_script(f"({WATCH})()")
    page, game = at_a_game_with_bots(player)
    play_on(player, game, 2)
    motions: list[dict[str, Any]] = page.evaluate("window.motions")
    assert motions
    assert all(motion["fades"] and motion["ms"] <= FADE_MS for motion in motions), motions
    shifts = page.evaluate("window.shifts")
    assert not shifts, shifts


@pytest.mark.parametrize(("target", "moves"), [(15, True), (None, True), (None, False)])
def test_going_out_and_winning_are_celebrated_once_under_the_words(
    enter: Enter,
    target: int | None,
    moves: bool,  # noqa: FBT001
) -> None:
    player = enter("alice", fresh=True, viewport=PHONE, reduced_motion=MOVES if moves else "reduce")
    page, game = player.page, table_with_bots(player.user, seats=3, target=target, pace="3m")
    page.add_init_script(f"({CHEERS})()")
    lay_hand(game, player.user, "R8")
    player.sit_at(game)
    assert not page.evaluate("window.cheers")
    player.take_turn()
    expect(page.locator("#cloth h2").first).to_have_text("You go out!" if target else "You win!")
    page.wait_for_function("() => window.cheers?.length")
    [cheer] = page.evaluate("window.cheers")
    assert cheer == {"under": True, "pressed": "none", "still": not moves}
    expect(page.locator(".cheer")).to_have_count(0)
    page.reload()
    player.at_table()
    settled(page)
    assert not page.evaluate("window.cheers")


def test_sounds_begin_with_the_first_own_turn_until_they_are_switched_off(enter: Enter) -> None:
    player = enter("alice", reduced_motion=MOVES)
    page = player.page
    page.set_viewport_size(PHONE)
    page.add_init_script(f"({HEAR})()")
    page.add_init_script("navigator.vibrate = (ms) => { window.felt = ms; return true; }")
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    _page, game = at_a_game_with_bots(player)
    switch = page.locator("#sound")
    expect(switch).to_have_attribute("aria-pressed", "true")
    # A press and others' turns are not enough.
    page.locator("#sort-colour").click()
    player.come_to_turn(game)
    assert not any("/table/sound" in url for url in fetched)
    player.take_turn()
    page.wait_for_function("() => window.voices > 0")
    page.wait_for_function("() => window.felt > 0")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    before = page.evaluate("window.voices")
    play_on(player, game, 1)
    assert page.evaluate("window.voices") == before
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    page.wait_for_function("before => window.voices > before", arg=before)
    path = next(url for url in fetched if re.search(r"/table/sound\.\w+\.js", url))
    lengths: dict[str, tuple[float, float]] = page.evaluate(LENGTHS, path)
    assert set(lengths) == {"tap", "brush", "knock", "lur", "end"}
    assert all(20 < ms < 600 and loud > 0.01 for ms, loud in lengths.values()), json.dumps(lengths)


def test_where_less_motion_is_wanted_sounds_wait_for_the_switch(enter: Enter) -> None:
    player = enter("alice")
    fetched: list[str] = []
    player.page.on("request", lambda request: fetched.append(request.url))
    page, game = at_a_game_with_bots(player)
    switch = page.locator("#sound")
    expect(switch).to_have_attribute("aria-pressed", "false")
    play_on(player, game, 1)
    assert not any("/table/sound" in url for url in fetched)
    with page.expect_response(re.compile(r"/table/sound\.\w+\.js")):
        switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "true")


def test_a_first_visit_weighs_less_than_150_kb(enter: Enter, visit: NewContext) -> None:
    player = enter("alice")
    game = table_with_bots(player.user, seats=6, pace="3m")
    rng = random.Random(1)
    while game.version < SOME_TURNS or game.to_act != 0:
        turn_take(game, rng)
    state = player.context.storage_state()
    for window in (DESKTOP, PHONE):
        context = visit(viewport=window, storage_state=state, reduced_motion=MOVES, service_workers="allow")
        wire = Wire(context)
        visitor = context.new_page()
        # The last that the page fetches by itself.
        with visitor.expect_response("**/hand/keys*.js"), visitor.expect_response("**/drawing-words/**"):
            visitor.goto(f"/g/{game.public_id}/")
        visitor.evaluate("Promise.all([navigator.serviceWorker.ready, document.fonts.ready]).then(() => true)")
        weights = wire.weights()
        assert weights["font"] > 0
        assert weights["worker"] > 0
        assert opening_bytes(weights) < MAX_BYTES, dict(weights)
        assert 0 < weights[DRAWING] < MAX_DRAWING_BYTES
