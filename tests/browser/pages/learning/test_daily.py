"""Today's hand on a phone, by touch and without reloading the page."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from games.daily.selectors import solo_of
from games.daily.solo import played
from games.engine import legal_turns
from games.models import HandPlay
from tests.browser.conftest import PHONE, NewContext
from tests.browser.player_at_browser import MARK
from tests.browser.used_browsers import page_of

MAX_TURNS = 60


def take_turn(page: Page) -> None:
    """Tap the play of most cards, or pass."""
    play = HandPlay.objects.get()
    hand = played(solo_of(play.hand), play.turns)
    turn = max(legal_turns(hand.state), key=lambda turn: (len(turn.cards), str(turn)))
    for card in turn.cards:
        page.locator(f"label:has(#card-{card})").tap()
    if turn.pickup is not None and page.locator(f"#pick-{turn.pickup}").count():
        page.locator(f"label:has(#pick-{turn.pickup})").tap()
    page.locator("#pass" if turn.is_pass else "#play").tap()
    version = 1000 + len(hand.turns)
    page.locator(f'#table:not([data-version="{version}"])').wait_for()


def test_a_visitor_plays_todays_hand_and_compares(visit: NewContext, address: str) -> None:
    page = page_of(visit(viewport=PHONE, has_touch=True, is_mobile=True))
    page.goto("/")
    page.get_by_role("link", name="Today’s hand").tap()
    page.locator("#deal").tap()
    page.locator("#practice-form").wait_for()
    page.evaluate(MARK)
    for _turn in range(MAX_TURNS):
        page.locator("#practice-form:not([inert]), #compare").first.wait_for()
        if page.locator("#compare").count():
            break
        take_turn(page)
    assert page.evaluate("window.__stayed === true")
    page.locator("#compare").tap()
    expect(page.get_by_role("heading", name="How it was played")).to_be_visible()
    points = HandPlay.objects.get().points
    expect(page.get_by_role("heading", name=f"{points} point")).to_be_visible()
    assert page.locator("#link").input_value().endswith("/daily/")
    expect(page.locator("[data-copy=link]")).to_be_visible()
