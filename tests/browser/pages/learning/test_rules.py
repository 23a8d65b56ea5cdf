"""The rules, whose examples are tried in place."""

from playwright.sync_api import Page, expect

from tests.browser.axe import faults
from tests.browser.conftest import DESKTOP, PHONE, NewContext
from tests.browser.player_at_browser import MARK
from tests.browser.used_browsers import page_of


def sections_open_on_a_phone(page: Page) -> None:
    """Check that sections open by their headings, and by an address."""
    window = page.viewport_size
    page.set_viewport_size(PHONE)
    options = page.get_by_role("button", name="Options")
    # The sections fold first.
    expect(options).to_have_attribute("aria-expanded", "false")
    page.goto("/rules/#options")
    expect(options).to_have_attribute("aria-expanded", "true")
    expect(page.locator("#options dl")).to_be_in_viewport()
    expect(page.locator("#slow dl")).to_be_hidden()
    page.get_by_role("button", name="Slow play").click()
    expect(page.locator("#slow dl")).to_be_visible()
    assert window
    page.set_viewport_size(window)
    expect(page.locator("#cards .key")).to_be_visible()


def test_the_rules_are_tried_in_place_and_axe_finds_nothing(visit: NewContext) -> None:
    page = page_of(visit())
    page.goto("/rules/")
    page.evaluate(MARK)
    example = page.locator("#try-beat")
    for code in ("O6", "B6"):
        example.locator(f"label:has(#try-beat-{code})").click()
    expect(example.locator(".so-far")).to_have_text("Chosen: blue 6 and orange 6, worth 66")
    page.locator("#try-beat-play").click()
    for words in ("66 beats 54.", "Pick up a card."):
        expect(page.locator("#try-beat .verdict")).to_contain_text(words)
    page.locator("label:has(#try-beat-pick-R4)").click()
    page.locator("#try-beat-play").click()
    expect(page.locator("#try-beat .verdict")).to_contain_text("You picked up red 4.")
    assert page.evaluate("window.__stayed === true")
    found = faults(page, "rules, tried")
    sections_open_on_a_phone(page)

    page.goto("/learn/")
    found += faults(page, "learn", [DESKTOP])
    page.goto("/learn/count/")
    page.locator("label:has(#question-B7)").click()
    page.locator("#question-play").click()
    page.locator(".verdict").wait_for()
    found += faults(page, "position, answered")
    page.goto("/learn/game/")
    page.locator("#deal").click()
    page.locator("#practice-form").wait_for()
    page.locator("#hint").click()
    found += faults(page, "game")
    assert not found, "\n".join(found)


def test_the_largest_hand_fits_one_row_on_a_tablet(visit: NewContext) -> None:
    page = page_of(visit(viewport={"width": 768, "height": 1024}))
    page.goto("/rules/")
    tops = page.locator("#try-beat .try-hand .try-card").evaluate_all(
        "(cards) => cards.map((card) => card.getBoundingClientRect().top)"
    )
    assert len(tops) == 8
    assert len(set(tops)) == 1
