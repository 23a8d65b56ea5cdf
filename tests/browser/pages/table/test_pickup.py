"""The pick-up that the page sends."""

from playwright.sync_api import expect

from tests.browser.pages.conftest import Enter
from tests.browser.pages.laid_tables import NINE, lay_hand, table_with_bots

# Remove all cards but a play's from the page's hand, so that it looks like the last play.
KEEP_ONLY = """cards => {
  for (const label of document.querySelectorAll("#hand [data-card]"))
    if (!cards.includes(label.dataset.card)) label.remove();
}"""
SENT = "() => [...new FormData(document.querySelector('#turn-form')).keys()].includes('pickup')"


def test_going_out_sends_no_pickup(enter: Enter) -> None:
    player = enter("alice")
    game = table_with_bots(player.user)
    lay_hand(game, player.user, NINE, table="P3 P2")
    page, cards = player.sit_at(game), ["R8", "B8"]
    for code in cards:
        page.locator(f"label[data-card='{code}']").click()
    page.locator("#pickup label.pick").first.click()
    assert page.evaluate(SENT)
    expect(page.locator("#play")).to_contain_text("pick up")

    page.evaluate(KEEP_ONLY, cards)
    page.locator(f"label[data-card='{cards[0]}']").click()
    page.locator(f"label[data-card='{cards[0]}']").click()
    assert not page.evaluate(SENT)
    expect(page.locator("#play")).not_to_contain_text("pick up")
    expect(page.locator("#play")).to_have_attribute("aria-disabled", "false")
