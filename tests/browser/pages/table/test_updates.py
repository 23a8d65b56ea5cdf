"""A page from before an update, whose late modules the site has no more."""

from __future__ import annotations

from playwright.sync_api import Page, Route, expect

from tests.browser.pages.conftest import Enter
from tests.browser.pages.laid_tables import facing
from tests.browser.pages.seated_player import SeatedPlayer, settled
from tests.browser.player_at_browser import MARK
from tests.factories import make_person

CONFIRM = "**/table/confirm.*.js"


def gone(route: Route) -> None:
    route.fulfill(status=404, body="")


def about_to_play(player: SeatedPlayer) -> Page:
    """A page with a pair chosen over two cards, one of them to pick up, at a table that asks before a turn."""
    page = player.sit_at(facing(player.user, make_person("bob"), table="G2 P2"))
    for code in ("R8", "B8"):
        page.locator(f"label[data-card='{code}']").click()
    page.locator("#pick-P2").locator("xpath=..").click()
    return page


def chosen(page: Page) -> list[str]:
    return [str(box.get_attribute("value")) for box in page.locator("#turn-form input:checked").all()]


def test_it_is_loaded_again_once_and_keeps_the_choice(enter: Enter) -> None:
    player = enter("alice", fresh=True)
    page = about_to_play(player)
    address = page.url
    page.route(CONFIRM, gone)
    page.locator("#play").click()
    page.wait_for_function("() => !window.__stayed && document.readyState === 'complete'")
    expect(page.locator("#play")).to_have_attribute("aria-disabled", "false")
    assert chosen(page) == ["B8", "R8", "P2"]
    assert page.url == address
    # What the page asks for at its start may replace the button under the press.
    settled(page)
    # Never in a loop: a site that has lost the module says so.
    page.evaluate(MARK)
    page.locator("#play").click()
    expect(page.locator("#connection")).to_be_visible()
    assert player.stayed
    page.unroute(CONFIRM)
    page.locator("#play").click()
    page.locator("#ask-sure").click()
    player.sees(player.version)
    expect(page.locator("#play")).to_have_count(0)
    assert player.stayed


def test_where_the_site_does_not_answer_it_stays(enter: Enter) -> None:
    player = enter("alice", fresh=True)
    page = about_to_play(player)
    # What the page asks for at its start would find the connection again.
    settled(page)
    for address in (CONFIRM, "**/livez"):
        page.route(address, gone)
    page.locator("#play").click()
    expect(page.locator("#connection")).to_be_visible()
    assert player.stayed
    assert chosen(page) == ["B8", "R8", "P2"]
