"""Small windows: who comes to their turn sees all cards, the set to beat and the buttons without scrolling."""

from typing import TypedDict

from playwright.sync_api import Page

from tests.browser.conftest import NewContext
from tests.browser.players import Player
from tests.embedded.running import Running

WINDOWS = [(360, 740), (360, 620), (320, 568), (740, 360), (720, 450)]
TARGET = 44
# A game in four begins with the person's lead: some of so many do not.
MOST_GAMES = 12

PLACES = """() => {
  const box = (name) => document.querySelector(name).getBoundingClientRect();
  const cards = [...document.querySelectorAll(".hand-card")].map((card) => card.getBoundingClientRect());
  return {
    scrolled: scrollY,
    cards: cards.length,
    lowest: Math.max(...cards.map((card) => card.bottom)),
    narrowest: Math.min(...cards.map((card) => card.width)),
    set: Math.min(...[...document.querySelectorAll("#laid .card")].map((card) => card.getBoundingClientRect().height)),
    setBottom: box("#laid").bottom,
    bar: box("#bar").top,
    below: box("#bar").left < box("#hand").right && box("#bar").right > box("#hand").left,
    act: box("#play").bottom,
    lowestTarget: Math.min(...["#play", "#pass", "#sort-number"].map((name) => box(name).height)),
    width: document.documentElement.scrollWidth,
  };
}"""


class Places(TypedDict):
    """Where things stand, in CSS pixels from the window's top."""

    scrolled: float
    cards: int
    lowest: float
    narrowest: float
    set: float
    setBottom: float
    bar: float
    below: bool
    act: float
    lowestTarget: float
    width: float


def reach_a_first_answer(player: Player) -> Page:
    """Open games until one begins with another's set: nine cards in hand, and a set on the table to beat."""
    page = player.page
    for _game in range(MOST_GAMES):
        player.open_game(seats=4, greedy=3, target="15", private=True)
        page.locator("#table[data-my-turn]").wait_for()
        answers = page.locator("#laid").count() == 1 and page.locator("#play").is_visible()
        if answers and page.locator(".hand-card").count() == 9:
            return page
    raise AssertionError("no game began with somebody else")


def test_all_nine_cards_and_the_buttons_stand_in_the_window(site: Running, visit: NewContext) -> None:
    player = Player(site, visit(), "sigrid")
    player.register()
    page = reach_a_first_answer(player)
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        places: Places = page.evaluate(PLACES)
        case = f"{width}x{height}: {places}"
        assert places["scrolled"] == 0, case
        assert places["cards"] == 9, case
        assert places["below"], case
        assert places["lowest"] < places["bar"], case
        assert places["act"] <= height, case
        assert places["setBottom"] < height, case
        assert places["set"] >= TARGET, case
        assert places["narrowest"] >= TARGET, case
        assert places["lowestTarget"] >= TARGET, case
        assert places["width"] == width, case
