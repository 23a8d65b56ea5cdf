"""The position of the day on a phone, by touch and by keyboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from games.engine import parse_turn
from games.models import Position, PositionAnswer
from games.positions.moment import Moment, moment_read
from tests.browser.conftest import PHONE, NewContext
from tests.browser.used_browsers import page_of


def moment_shown() -> Moment:
    return moment_read(Position.objects.exclude(day=None).get().moment)


def opened(visit: NewContext, **options: object) -> Page:
    page = page_of(visit(**options))
    page.goto("/daily/position/")
    page.locator("#practice-form").wait_for()
    return page


def test_a_visitor_chooses_by_touch_and_sees_why(visit: NewContext) -> None:
    page = opened(visit, viewport=PHONE, has_touch=True, is_mobile=True)
    turn = parse_turn(moment_shown().best)
    for card in turn.cards:
        page.locator(f"label:has(#card-{card})").tap()
    if turn.pickup is not None and page.locator(f"#pick-{turn.pickup}").count():
        page.locator(f"label:has(#pick-{turn.pickup})").tap()
    page.locator("#pass" if turn.is_pass else "#play").tap()
    expect(page.locator(".verdict.is-right")).to_be_visible()
    assert PositionAnswer.objects.get().right
    assert page.locator("#link").input_value().endswith("/daily/position/")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("script", [True, False])
def test_play_without_cards_asks_for_them(visit: NewContext, *, script: bool) -> None:
    page = opened(visit, viewport=PHONE, java_script_enabled=script)
    page.locator("#play").press("Enter")
    expect(page.locator("#practice-form")).to_contain_text("Choose your cards")
    assert not PositionAnswer.objects.exists()
