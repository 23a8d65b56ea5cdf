"""Messages between friends in two browsers: they arrive without a reload, and are read only on a page that is seen."""

from __future__ import annotations

from playwright.sync_api import Page, Response, Route, expect

from games.messages.services import message_write
from games.models import ChatLine
from tests.browser.held_scripts import script_held
from tests.browser.pages.conftest import Enter
from tests.messages.friends import befriend

HIDDEN = "Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })"
SEEN = """() => {
  delete document.visibilityState;
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def followed(page: Page) -> None:
    """Open the conversation with ana, and wait until its socket is open and the page has looked once more."""

    def again(answer: Response) -> bool:
        return answer.request.headers.get("x-requested-with") == "fetch"

    with page.expect_response(again):
        page.goto("/messages/ana/")
    page.wait_for_load_state("networkidle")


def test_a_message_that_came_before_the_socket_is_shown(enter: Enter) -> None:
    ana, ben = enter("ana"), enter("ben")
    befriend(ana.user, ben.user)
    page = ben.page
    with script_held(page, "**/js/messages/conversation*.js"):
        page.goto("/messages/ana/", wait_until="commit")
        expect(page.get_by_role("main")).to_contain_text("No messages yet.")
        message_write(user=ana.user, handle="ben", text="Are you there?")
    expect(page.locator(".lines")).to_contain_text("Are you there?")


def test_the_look_at_the_opening_keeps_what_is_typed(enter: Enter) -> None:
    ana, ben = enter("ana"), enter("ben")
    befriend(ana.user, ben.user)
    message_write(user=ana.user, handle="ben", text="Are you there?")
    page, held = ben.page, list[Route]()

    def hold(route: Route) -> None:
        if route.request.headers.get("x-requested-with") == "fetch":
            held.append(route)
        else:
            route.continue_()

    page.route("**/messages/ana/", hold)
    with page.expect_request(lambda asked: asked.headers.get("x-requested-with") == "fetch"):
        page.goto("/messages/ana/")
    field = page.get_by_label("Your message")
    field.fill("Half a sent")
    message_write(user=ana.user, handle="ben", text="Play tonight?")
    for route in held:
        route.continue_()
    expect(page.locator(".lines")).to_contain_text("Play tonight?")
    expect(field).to_have_value("Half a sent")
    expect(field).to_be_focused()
    page.keyboard.type("ence")
    expect(field).to_have_value("Half a sentence")


def test_a_message_arrives_and_keeps_what_is_typed(enter: Enter) -> None:
    ana, ben = enter("ana"), enter("ben")
    befriend(ana.user, ben.user)
    ana.page.goto("/friends/")
    ana.page.get_by_role("link", name="Send a message").click()
    expect(ana.page.get_by_role("main")).to_contain_text("No messages yet.")
    followed(ben.page)
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
        followed(ben.page)
    ben.page.evaluate(HIDDEN)
    with socket.value.expect_event("framereceived", lambda frame: '"message"' in frame):
        message_write(user=ana.user, handle="ben", text="Are you there?")
    # Longer than a page that is seen waits before it asks.
    ben.page.wait_for_timeout(500)
    assert ChatLine.all_lines.get().read_at is None
    ben.page.evaluate(SEEN)
    expect(ben.page.locator(".lines")).to_contain_text("Are you there?")
