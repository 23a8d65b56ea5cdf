"""Messages between friends in two browsers: they arrive without a reload, and are read only on a page that is seen."""

from __future__ import annotations

from playwright.sync_api import expect

from games.messages.services import message_write
from games.models import ChatLine
from tests.browser.pages.conftest import Enter
from tests.messages.friends import befriend

HIDDEN = "Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })"
SEEN = """() => {
  delete document.visibilityState;
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_a_message_arrives_and_keeps_what_is_typed(enter: Enter) -> None:
    ana, ben = enter("ana"), enter("ben")
    befriend(ana.user, ben.user)
    ana.page.goto("/friends/")
    ana.page.get_by_role("link", name="Send a message").click()
    expect(ana.page.get_by_role("main")).to_contain_text("No messages yet.")
    ben.page.goto("/messages/ana/")
    ben.page.wait_for_load_state("networkidle")
    ben.page.get_by_label("Your message").fill("Half a sent")
    ana.page.get_by_label("Your message").fill("Play tonight?")
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator(".lines")).to_contain_text("Play tonight?")
    expect(ben.page.locator(".lines")).to_contain_text("Play tonight?")
    expect(ben.page.get_by_label("Your message")).to_have_value("Half a sent")
    expect(ben.page.get_by_label("Your message")).to_be_focused()
    assert ChatLine.all_lines.get().read_at is not None


def test_a_page_in_the_background_reads_nothing(enter: Enter) -> None:
    ana, ben = enter("ana"), enter("ben")
    befriend(ana.user, ben.user)
    with ben.page.expect_websocket(lambda one: one.url.endswith("/ws/me/")) as socket:
        ben.page.goto("/messages/ana/")
    ben.page.wait_for_load_state("networkidle")
    ben.page.evaluate(HIDDEN)
    with socket.value.expect_event("framereceived", lambda frame: '"message"' in frame):
        message_write(user=ana.user, handle="ben", text="Are you there?")
    # Longer than a page that is seen waits before it asks.
    ben.page.wait_for_timeout(500)
    assert ChatLine.all_lines.get().read_at is None
    ben.page.evaluate(SEEN)
    expect(ben.page.locator(".lines")).to_contain_text("Are you there?")
