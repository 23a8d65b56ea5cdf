"""Players publish a replay without script, and a visitor steps through it."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from games.models import Publication
from tests.browser.axe import faults
from tests.browser.conftest import DESKTOP, PHONE, NewContext
from tests.browser.pages.conftest import Enter
from tests.games_laid import finished_game


def fits(page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_player_asks_and_another_agrees_and_a_visitor_sees_it(enter: Enter, visit: NewContext) -> None:
    asker, other = enter("alice", java_script_enabled=False), enter("bob")
    game = finished_game([asker.user, other.user], recorded="target_10_of_two", visibility="private")
    asker.page.goto(f"/g/{game.public_id}/replay/")
    asker.page.get_by_role("button", name="Publish replay").click()
    expect(asker.page.locator("#publication")).to_contain_text("Still to agree: bob. If no one objects, it’s published")
    expect(asker.page.get_by_role("button", name="Withdraw")).to_be_visible()

    reader = other.page
    reader.goto(f"/g/{game.public_id}/")
    reader.get_by_role("link", name="Agree or object").click()
    panel = reader.locator("#publication")
    expect(panel).to_contain_text("alice asked to publish all hands.")
    expect(panel).to_contain_text("If you don’t answer, your name is hidden.")
    assert faults(reader, "asked", [PHONE, DESKTOP]) == []
    fits(reader)
    panel.get_by_role("button", name="Agree").press("Enter")
    expect(panel.get_by_role("button", name="Withdraw replay")).to_be_visible()

    visitor = visit().new_page()
    visitor.goto(f"/r/{Publication.objects.get().token}/")
    expect(visitor.locator("main")).to_contain_text("alice")
    assert faults(visitor, "published", [PHONE, DESKTOP]) == []
    fits(visitor)
    visitor.locator("[data-step='next']").click()
    expect(visitor.locator("#replay-place")).to_contain_text("Round 1, turn 1")
