"""The bar and the seats: controls that a sent turn disables, and points without ambiguity."""

import re

from playwright.sync_api import Page, Request, Route, expect

from games.models import Game
from games.play.waits.pauses import pause_want
from tests.browser.conftest import DESKTOP, PHONE, NewContext
from tests.browser.pages.conftest import Enter
from tests.browser.pages.laid_tables import NINE, answering, facing, lay_hand, table_of, table_with_bots
from tests.browser.pages.seated_player import keys_have_come, settled
from tests.browser.used_browsers import page_of
from tests.factories import make_person

# The visible labels of points, at the viewer's seat and at seats with a state.
COUNTS_TO = """() => {
  for (const tags of document.querySelectorAll(".seat-tags")) {
    if (!tags.querySelector(".tag")) tags.insertAdjacentHTML("afterbegin", '<span class="tag">Passed</span>');
  }
  const points = [...document.querySelectorAll(".seat-tally, .last-state > .muted")].filter((one) => one.offsetWidth);
  return points.map((told) => {
    const [to, room] = [told.lastElementChild, told].map((one) => one.getBoundingClientRect());
    const seen = to.width && to.bottom <= room.bottom + 2 && to.right <= room.right + 1;
    return seen ? told.lastElementChild.textContent : "";
  });
}"""
RING = """() => {
  const way = document.querySelector("#all-turns");
  const styles = [getComputedStyle(way), getComputedStyle(way, "::after")];
  return styles.map((style) => style.outlineStyle).join() === "none,solid";
}"""


# Withholds a turn that the page sends, until `__go`.
HOLD_TURN = """() => {
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (text) {
    if (JSON.parse(text).type === "turn") window.__go = () => send.call(this, text);
    else send.call(this, text);
  };
}"""

# All seats' one height.
HEIGHTS = '() => [...document.querySelectorAll(".seat")].map((seat) => seat.offsetHeight)'


def test_a_turn_on_its_way_closes_the_hint_and_opens_none(enter: Enter) -> None:
    player = enter("alice")
    page = player.sit_at(answering(player.user, seats=3))
    keys_have_come(page)
    # Without a socket the turn would be a form.
    settled(page)
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request))
    page.locator("#hint").click()
    chosen = page.locator(".hint-play").first
    codes = re.findall(r"[A-Z]\d", chosen.get_attribute("data-play") or "")
    chosen.click()
    if player.picks_up(codes):
        page.locator("#pickup label.pick").first.click()
    page.locator("#hint").click()
    expect(page.locator("#hints")).to_be_visible()
    page.evaluate(HOLD_TURN)
    version = player.version
    player.send("#play")
    page.wait_for_function("() => window.__go")
    expect(page.locator("#hints")).to_have_count(0)
    page.keyboard.press("h")
    page.evaluate("window.__go()")
    player.sees(version + 1)
    expect(page.locator("#hints")).to_have_count(0)
    assert len([request for request in asked if "hint=1" in request.url]) == 2


def test_what_the_bot_would_do_is_chosen_with_its_pick_up(enter: Enter) -> None:
    player = enter("alice")
    game = table_with_bots(player.user)
    lay_hand(game, player.user, NINE, table="G2P2")
    page = player.sit_at(game)
    page.locator("#hint").click()
    advised = page.locator(".hint-play")
    expect(advised).to_be_focused()
    expect(page.locator("#hints")).to_contain_text("Expected points")
    codes = re.findall(r"[A-Z]\d", advised.get_attribute("data-play") or "")
    pickup = advised.get_attribute("data-pickup")
    advised.click()
    expect(page.locator("#hints")).to_have_count(0)
    expect(page.locator("#hand input:checked")).to_have_count(len(codes))
    expect(page.locator(f"#pick-{pickup}")).to_be_checked()
    player.send("#play")
    player.sees(game.version + 1)


def test_points_on_a_phone_tell_what_they_count_to(enter: Enter) -> None:
    player = enter("alice", viewport=PHONE)
    page = player.sit_at(answering(player.user, seats=3))
    # The two other seats keep two lines each.
    heights = page.evaluate(HEIGHTS)
    assert len(heights) == 2
    assert max(heights) <= 62, heights
    assert page.locator(".seat.is-owner, .seat.is-passed").count() == 2
    shown = page.evaluate(COUNTS_TO)
    assert shown
    assert set(shown) == {"/15"}
    # The ring surrounds the whole button and covers no words.
    page.locator("#all-turns").focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    assert page.evaluate(RING)


# Whether the bar's two sentences are whole and apart, above the buttons.
SAYS_BOTH = """() => {
  const [need, wish, act] = ["#bar-need", "#wish", "#pass"].map((name) => document.querySelector(name));
  const [above, below, button] = [need, wish, act].map((one) => one.getBoundingClientRect());
  return above.height > 0 && above.bottom <= below.top + 2 && below.bottom <= button.top + 2
    && need.scrollWidth <= need.clientWidth;
}"""


def test_a_wish_for_a_pause_leaves_what_beats_the_set(enter: Enter) -> None:
    player, bob = enter("alice", viewport=PHONE), make_person("bob")
    game = facing(player.user, bob, table="K4 K2")
    pause_want(public_id=game.public_id, user=bob, want=True)
    page = player.sit_at(game)
    expect(page.locator("#bar-need")).to_have_text("2 cards above 42, or any set of 3")
    expect(page.locator("#wish")).to_contain_text("bob wants a pause")
    for width in (PHONE["width"], 320):
        page.set_viewport_size({"width": width, "height": 640})
        assert page.evaluate(SAYS_BOTH)


def test_words_on_the_wood_have_a_board_without_a_planks_edge(visit: NewContext, address: str) -> None:
    people = [make_person(name) for name in ("anna", "bob")]
    game = table_of(*people, visibility=Game.Visibility.PUBLIC)
    page = page_of(visit(viewport=DESKTOP))
    page.goto(f"{address}/g/{game.public_id}/")
    hint = page.locator(".board-hint")
    expect(hint).to_be_visible()
    plain, wood = (
        page.evaluate("(name) => getComputedStyle(document.querySelector(name)).backgroundColor", name)
        for name in (".board-hint", ".wood")
    )
    assert plain not in (wood, "rgba(0, 0, 0, 0)")


LOOK = """(name) => {
  const { color, backgroundColor } = getComputedStyle(document.querySelector(name));
  return [color, backgroundColor];
}"""


# All of the page is here but scripts; a stylesheet that is on its way has no `sheet`.
IS_STYLED = """() => document.readyState !== "loading"
  && [...document.querySelectorAll("link[rel=stylesheet]")].every((one) => one.sheet)"""


def look_of(page: Page, name: str) -> list[str]:
    found: list[str] = page.evaluate(LOOK, name)
    return found


def test_the_main_button_does_not_flash_before_its_script_is_here(enter: Enter, visit: NewContext) -> None:
    player = enter("alice")
    game = facing(player.user, make_person("bob"))
    page, held, script = player.page, list[Route](), "**/table/table*.js"
    page.route(script, lambda route: held.append(route))
    with page.expect_request(script):
        page.goto(f"/g/{game.public_id}/", wait_until="commit")
    page.wait_for_function(IS_STYLED)
    early = look_of(page, "#play")
    for route in held:
        route.continue_()
    expect(page.locator("#play")).to_have_attribute("aria-disabled", "true")
    assert look_of(page, "#play") == early
    # Nothing fades from one colour to the other under its words.
    assert page.evaluate("getComputedStyle(document.querySelector('#play')).transitionDuration") == "0s"
    page.locator("label[data-card='R8']").click()
    ready = look_of(page, "#play")
    assert ready != early
    plain = visit(java_script_enabled=False, storage_state=player.context.storage_state()).new_page()
    plain.goto(f"/g/{game.public_id}/")
    assert look_of(plain, "#play") == ready
