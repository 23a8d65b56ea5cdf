"""What the page sends of a pick-up that was chosen."""

from playwright.sync_api import expect

from tests.browser.conftest import NewContext
from tests.browser.players import Player
from tests.embedded.running import Running

# All cards but those of a play leave the page's hand, so that the page takes the play for the last one.
KEEP_ONLY = """cards => {
  for (const label of document.querySelectorAll("#hand [data-card]"))
    if (!cards.includes(label.dataset.card)) label.remove();
}"""
SENT = "() => [...new FormData(document.querySelector('#turn-form')).keys()].includes('pickup')"


def reach_a_choice(player: Player) -> str:
    """Play against bots until there is a play over a set of two or more; that play."""
    for _turn in range(400):
        player.page.locator("#table[data-my-turn], #table[data-over]").wait_for()
        assert not player.over, "no set of two came up in the whole game"
        plays = (player.page.locator("#turn-form").get_attribute("data-plays") or "").split()
        if plays and player.page.locator("#pickup label.pick").count():
            return max(plays, key=len)
        player.take_turn()
    raise AssertionError("it never came to that")


def test_who_goes_out_sends_no_pickup_though_one_is_pressed(site: Running, visit: NewContext) -> None:
    player = Player(site, visit(), "olga")
    player.register()
    page = player.page
    page.goto("/")
    page.get_by_role("button", name="Play against bots").click()
    play = reach_a_choice(player)
    cards = [play[at : at + 2] for at in range(0, len(play), 2)]
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
