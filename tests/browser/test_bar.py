"""The bar and the seats: what a turn on its way closes, and points that nobody reads as something else."""

import re

from playwright.sync_api import Page, Request, Route, expect

from tests.browser.conftest import PHONE, NewContext
from tests.browser.laying import lay_hands
from tests.browser.players import Player
from tests.embedded.running import Running

KEYS_HAVE_COME = "() => performance.getEntriesByType('resource').some((one) => one.name.includes('/table/keys.'))"
# What the points count to, at the viewer's own and at seats that tell a state, as far as it is to be seen.
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


# How high the seats are; all are as high.
HEIGHTS = '() => [...document.querySelectorAll(".seat")].map((seat) => seat.offsetHeight)'


def come_to_a_play(player: Player) -> Page:
    """Open a game with two bots, and come to a turn in which something may be laid."""
    player.open_game(seats=3, greedy=2, target="15", private=True)
    page = player.page
    page.locator("#table[data-my-turn]").wait_for()
    lay_hands(player, "R8 B8 K7 G6 P5 O4 R3 B2 K1", table="G1")
    return page


def test_a_turn_on_its_way_closes_the_hint_and_opens_none(site: Running, visit: NewContext) -> None:
    player = Player(site, visit(), "hallveig")
    player.register()
    page = come_to_a_play(player)
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
    held: list[Route] = []
    page.route(re.compile(r"/turn/$"), lambda route: held.append(route))
    version = player.version
    with page.expect_request(re.compile(r"/turn/$")):
        player.send("#play")
    expect(page.locator("#hints")).to_have_count(0)
    page.keyboard.press("h")
    held.pop().continue_()
    player.sees(version + 1)
    expect(page.locator("#hints")).to_have_count(0)
    assert len([request for request in asked if "hint=1" in request.url]) == 2


def test_points_on_a_phone_tell_what_they_count_to(site: Running, visit: NewContext) -> None:
    player = Player(site, visit(viewport=PHONE), "hallbjorg")
    player.register()
    page = come_to_a_play(player)
    # Two others sit in two lines each, whatever they have done.
    heights = page.evaluate(HEIGHTS)
    assert len(heights) == 2
    assert max(heights) <= 62, heights
    assert page.locator(".seat.is-owner, .seat.is-passed").count() == 2
    shown = page.evaluate(COUNTS_TO)
    assert shown
    assert set(shown) == {"/15"}
    # The ring is around the row, which is what is pressed, and covers none of its words.
    page.locator("#all-turns").focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    assert page.evaluate(RING)
