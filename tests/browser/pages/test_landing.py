"""A turn on the landing page, by keyboard."""

from playwright.sync_api import expect

from tests.browser.axe import faults
from tests.browser.conftest import MOVES, NewContext
from tests.browser.page_weight import Wire
from tests.browser.player_at_browser import MARK

# Bytes of a first visit, as of a game's page.
MAX_BYTES = 150_000


def test_a_visitor_takes_a_turn_on_the_landing_page_by_keyboard(visit: NewContext) -> None:
    context = visit(reduced_motion=MOVES, service_workers="allow")
    wire = Wire(context)
    page = context.new_page()
    page.goto("/")
    page.evaluate(MARK)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_load_state("networkidle")
    assert sum(wire.weights().values()) < MAX_BYTES, dict(wire.weights())
    for code, words in (
        ("P9", "9 so far"),
        ("B7", "Same number or same colour"),
        ("B7", "9 so far"),
        ("P6", "96 so far"),
    ):
        page.locator(f"#card-{code}").press("Space")
        expect(page.locator("#bar-words")).to_contain_text(words)
    page.locator("#card-P3").press("Space")
    expect(page.locator("#play")).to_have_text("Pick up a card")
    page.locator("#pick-K9").press("Space")
    expect(page.locator("#play")).to_have_text("Play 963, pick up black 9")
    page.locator("#play").press("Enter")
    expect(page.locator(".first-answer")).to_be_focused()
    expect(page.locator(".first-answer")).to_contain_text("963 beats 942. You picked up black 9.")
    assert page.evaluate("window.__stayed === true")
    page.wait_for_function("() => document.getAnimations().every((one) => one.playState === 'finished')")
    found = faults(page, "landing, after a turn")
    assert not found, "\n".join(found)
