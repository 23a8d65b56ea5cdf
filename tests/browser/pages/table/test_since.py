"""Returning players step through missed turns, or read a list without scripts."""

import re

from playwright.sync_api import Page, Route, ViewportSize, expect

from games.models import Game
from games.play.turn import turn_play
from games.play.waits.pauses import pause_want
from tests.browser.axe import faults
from tests.browser.conftest import DESKTOP, PHONE, NewContext
from tests.browser.pages.conftest import Enter
from tests.browser.pages.laid_tables import lay_hand, table_of
from tests.browser.pages.seated_player import SeatedPlayer, settled
from tests.embedded.running import wait_until
from tests.factories import make_person

# Events of a window put behind others and brought back.
HIDE = """() => {
  Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
SHOW = """() => {
  delete document.visibilityState;
  document.dispatchEvent(new Event("visibilitychange"));
}"""

# The element at Done's place after a second press, and what may appear there later.
DONE_AND_AGAIN = """([x, y]) => {
  document.querySelector("#since-next").click();
  return document.elementFromPoint(x, y).closest(".bar-actions, button, a")?.outerHTML ?? "";
}"""
ACTS_THERE = """([x, y]) => document.elementFromPoint(x, y).closest(".bar-actions") !== null"""

LAPTOP = ViewportSize(width=1280, height=800)
STRIP_IS_FREE = """() => {
  const strip = document.querySelector("#since").getBoundingClientRect();
  const clock = document.querySelector("#clock").getBoundingClientRect();
  const set = document.querySelector("#cloth > *").getBoundingClientRect();
  const pressed = document.elementFromPoint(strip.right - 20, strip.bottom - 6);
  return clock.left > strip.right && set.bottom <= strip.top && pressed.closest("#since") !== null;
}"""
# The set on the table stays visible, the board's width and the hand's place stay.
STANDS = """() => {
  const box = (name) => document.querySelector(name).getBoundingClientRect();
  const strip = document.querySelector("#since");
  const [board, hand, told] = [box(".board"), box("#hand"), strip.getBoundingClientRect()];
  const meets = (other) => other.width && other.left < told.right && other.right > told.left
    && other.top < told.bottom && other.bottom > told.top;
  const free = !["header", "#cloth > *", ".last-turn", ".sorting", "#hand", "#pass", "#play"].map(box).some(meets);
  strip.style.display = "none";
  const after = [box(".board"), box("#hand")];
  strip.style.display = "";
  return told.height > 0 && free && board.width === after[0].width && hand.top === after[1].top;
}"""
EVERYWHERE: list[ViewportSize] = [
    PHONE,
    DESKTOP,
    {"width": 320, "height": 568},
    {"width": 768, "height": 1024},
    {"width": 740, "height": 360},
]


def left_a_table(enter: Enter, *, held: str = "G9 R6 B4", table: str = "") -> tuple[SeatedPlayer, Game]:
    """A player who left a table's page; `bob`, with these cards, is to act."""
    away, bob = enter("alice"), make_person("bob")
    game = table_of(away.user, bob, pace="3m")
    lay_hand(game, bob, held, table=table, others="P9 P8 P7 P6")
    away.sit_at(game)
    # People who first come while a game begins have missed nothing.
    seen = game.seats.filter(user=away.user, seen_version=game.version)
    wait_until(seen.exists, "the visit to be noted")
    away.page.goto("/rules/")
    return away, game


def bob_plays(game: Game, text: str) -> None:
    turn_play(public_id=game.public_id, user=game.seats.get(number=1).user, version=game.version, text=text)
    game.refresh_from_db()


def test_a_returning_player_steps_through_missed_turns(enter: Enter) -> None:
    # The largest set: nothing on the cloth takes more room.
    away, game = left_a_table(enter, held="G9 R8 R7 R6 R5 R4 R3 R2 R1", table="B7 B6 B5 B4 B3 B2 B1")
    bob_plays(game, "R8R7R6R5R4R3R2R1<B7")
    away.page.goto(f"/g/{game.public_id}/")
    page = away.page
    strip = page.locator("#since")
    expect(strip).to_contain_text(re.compile("1 turn since you were here"))
    assert not faults(page, "a strip of missed turns", [DESKTOP])
    # The clock on the rim neither covers it nor takes its presses.
    for window in (LAPTOP, DESKTOP):
        page.set_viewport_size(window)
        page.wait_for_function(STRIP_IS_FREE)
    for window in EVERYWHERE:
        page.set_viewport_size(window)
        # The script moves the strip a moment after the resize.
        page.wait_for_function(STANDS)
    laid = page.locator("#cloth").inner_html()
    on_a_phone_it_gives_way_to_the_choice_of_cards(page)
    page.set_viewport_size(LAPTOP)
    expect(page.locator("#since-step")).to_contain_text("bob")
    expect(page.locator("#since-next")).to_have_text("Done")
    expect(page.locator("#since-back")).to_be_hidden()
    page.locator("#since-next").click()
    expect(strip).to_have_count(0)
    assert page.locator("#cloth").inner_html() == laid
    # Shown once.
    page.reload()
    expect(page.locator("#table")).to_be_visible()
    expect(strip).to_have_count(0)


def on_a_phone_it_gives_way_to_the_choice_of_cards(page: Page) -> None:
    """The strip is in the bar, its list opens upwards, and the bar's words return with the first chosen card."""
    page.set_viewport_size(PHONE)
    bar = page.locator("#bar")
    expect(bar.locator("#since")).to_be_visible()
    expect(page.locator("#bar-need")).to_be_hidden()
    height = bar.evaluate("(bar) => bar.offsetHeight")
    page.locator("#since-title").click()
    expect(page.locator("#since li").first).to_be_in_viewport()
    assert bar.evaluate("(bar) => bar.offsetHeight") == height
    page.locator("#since-title").click()
    page.locator("#hand label").first.click()
    expect(page.locator("#since")).to_be_hidden()
    expect(page.locator("#bar-words")).to_be_visible()
    page.locator("#hand label").first.click()
    # Nothing can be sent while it shows a missed turn.
    page.locator("#since-next").click()
    expect(page.locator("#since-step")).to_be_visible()
    expect(page.locator("#bar .bar-actions")).to_be_hidden()
    page.set_viewport_size(LAPTOP)
    expect(bar.locator("#since")).to_have_count(0)
    expect(page.locator("#bar .bar-actions")).to_be_visible()
    page.set_viewport_size(PHONE)


def tap_done_twice(page: Page) -> None:
    """Done is where the turn's buttons are: the second tap takes no turn."""
    done = page.locator("#since-next")
    done.click()
    expect(done).to_have_text("Done")
    box = done.bounding_box()
    assert box
    place = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    assert page.evaluate(DONE_AND_AGAIN, place) == ""
    expect(page.locator("#since")).to_have_count(0)
    page.wait_for_function(ACTS_THERE, arg=place)


def test_a_window_brought_back_tells_what_happened_behind_it(enter: Enter) -> None:
    away, acting = enter("alice"), enter("bob")
    game = table_of(away.user, acting.user, pace="3m")
    lay_hand(game, acting.user, "G9 R6 B4", others="P9 P8 P7 P6")
    for player in (away, acting):
        player.sit_at(game)
    page = away.page
    page.evaluate(HIDE)
    acting.take_turn(small=True)
    version = acting.version
    away.sees(version)
    expect(page.locator("#since")).to_have_count(0)
    page.evaluate(SHOW)
    expect(page.locator("#since")).to_contain_text("1 turn since you were here")
    assert away.stayed
    page.set_viewport_size(PHONE)
    tap_done_twice(page)
    # The awaited player and the picked-up card are on separate narrow lines.
    waits = acting.page.locator(".bar-waits")
    acting.page.set_viewport_size(PHONE)
    acting.page.evaluate("document.querySelector('.bar-words .took')?.remove()")
    expect(waits).to_be_visible()
    waits.evaluate(
        "(words) => words.insertAdjacentHTML('beforebegin', '<span class=\"took\">You picked up red 9</span>')"
    )
    expect(waits).to_be_hidden()
    # The next turn is shown live; players who stayed or acted see no strip.
    away.take_turn(small=True)
    acting.sees(version + 1)
    acting.take_turn(small=True)
    away.sees(version + 2)
    acting.page.reload()
    expect(acting.page.locator("#table")).to_be_visible()
    for player in (away, acting):
        expect(player.page.locator("#since")).to_have_count(0)


def test_a_page_catches_up_with_events_before_it_listened(enter: Enter) -> None:
    away, game = left_a_table(enter)
    page, address = away.page, f"/g/{game.public_id}/"
    bob_plays(game, "B4")
    held: list[Route] = []
    page.route(re.compile(r"/js/table/(live|missed_turns)\.[^/]*js$"), lambda route: held.append(route))
    with page.expect_request(re.compile(r"/js/table/live\.")):
        page.goto(address, wait_until="commit")
    wish, strip = page.locator("#wish"), page.locator("#since")
    expect(strip).to_contain_text("1 turn since you were here")
    # A request for a pause leaves the version, and this page has no listener yet.
    pause_want(public_id=game.public_id, user=game.seats.get(number=1).user, want=True)
    expect(wish).to_have_count(0)
    live = held.pop(next(at for at, route in enumerate(held) if "/live." in route.request.url))
    live.continue_()
    expect(wish).to_contain_text("bob wants a pause")
    # The strip survives the newer part, even one that came before its script.
    expect(strip).to_contain_text("1 turn since you were here")
    page.wait_for_function("() => performance.getEntriesByType('resource').some((one) => one.name.includes('/part/'))")
    for route in held:
        route.continue_()
    page.unroute_all()
    page.locator("#since-next").click()
    expect(page.locator("#since-step")).to_contain_text("bob")
    # Without news it asks once and gets a short answer.
    with page.expect_response(re.compile("/part/")) as quiet:
        page.reload()
    assert quiet.value.status == 304
    expect(wish).to_contain_text("bob wants a pause")


def test_what_was_missed_is_a_list_without_a_script(enter: Enter, visit: NewContext) -> None:
    away, game = left_a_table(enter)
    plain = visit(java_script_enabled=False, viewport=PHONE, storage_state=away.context.storage_state())
    bob_plays(game, "B4")
    page, address = plain.new_page(), f"/g/{game.public_id}/"
    page.goto(address)
    expect(page.locator("#since")).to_contain_text("1 turn since you were here")
    expect(page.locator("#since button:visible")).to_have_count(0)
    page.locator("#since-title").click()
    expect(page.locator("#since li:visible")).to_contain_text("bob")
    page.goto(address)
    expect(page.locator("#since")).to_have_count(0)


def test_a_page_repeats_a_fetch_that_failed(enter: Enter) -> None:
    waiting, bob = enter("alice"), make_person("bob")
    game = table_of(waiting.user, bob, pace="3m")
    lay_hand(game, bob, "G9 R6 B4", others="P9 P8 P7 P6")
    waiting.sit_at(game)
    page = waiting.page
    settled(page)
    page.route("**/part/", lambda route: route.abort("aborted"), times=1)
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/part/")):
        pause_want(public_id=game.public_id, user=bob, want=True)
    expect(page.locator("#wish")).to_contain_text("bob wants a pause")
    expect(page.locator("#connection")).to_be_hidden()
    assert waiting.stayed
