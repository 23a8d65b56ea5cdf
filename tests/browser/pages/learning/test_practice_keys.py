"""The table's keys in a practice game."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext
from tests.browser.pages.learning.practice_at_browser import lead
from tests.browser.player_at_browser import MARK, listens
from tests.browser.used_browsers import page_of


def open_and_close_the_keys(page: Page) -> None:
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name="Keys")
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_be_hidden()
    page.locator("#keys-open").click()
    expect(sheet).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()


def test_the_keys_of_the_table_do_the_same_in_practice(visit: NewContext) -> None:
    page = page_of(visit(viewport={"width": 1280, "height": 800}))
    canceled: list[str] = []
    page.on("console", lambda message: canceled.append(message.text) if "not connected" in message.text else None)
    page.goto("/learn/game/")
    page.locator("#deal").click()
    lead(page)
    page.evaluate(MARK)
    listens(page)
    # The first press loads the keys' script.
    page.keyboard.press("h")
    hints = page.locator("#hints")
    expect(hints.locator(".hint-play").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(hints).to_have_count(0)
    boxes = page.locator("#hand input")
    number = (boxes.first.get_attribute("value") or "")[1]
    page.keyboard.press(number)
    expect(boxes.first).to_be_checked()
    expect(boxes.first).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(boxes.nth(1)).to_be_focused()
    page.keyboard.press("Escape")
    expect(boxes.first).not_to_be_checked()
    page.keyboard.press("o")
    expect(page.locator("#sort-colour")).to_have_attribute("aria-pressed", "true")
    open_and_close_the_keys(page)
    # A leader may not pass but may play any card.
    before = page.locator("#table").get_attribute("data-version") or ""
    if page.locator("#pass").count():
        page.keyboard.press("s")
    else:
        page.keyboard.press(number)
        page.keyboard.press("p")
    expect(page.locator("#table")).not_to_have_attribute("data-version", before)
    assert page.evaluate("window.__stayed === true")
    assert canceled == []
