"""The bar and the seats: what a sent turn disables, and points without ambiguity."""

import re

from playwright.sync_api import Request, expect

from tests.browser.conftest import PHONE
from tests.browser.pages.conftest import Enter
from tests.browser.pages.laid_tables import NINE, answering, lay_hand, table_with_bots

KEYS_HAVE_COME = "() => performance.getEntriesByType('resource').some((one) => one.name.includes('/hand/keys.'))"
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
    page.wait_for_function(KEYS_HAVE_COME)
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
