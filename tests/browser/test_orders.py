"""Standing orders from the page, as its script sends them."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, NewContext
from tests.browser.players import Player
from tests.embedded.running import Running

# The bar at the window's foot leaves all cards in sight once the page is scrolled to them.
HAND_IS_FREE = """() => {
  const [hand, bar] = ["hand", "bar"].map((id) => document.getElementById(id));
  hand.scrollIntoView({ block: "nearest", behavior: "instant" });
  return hand.getBoundingClientRect().bottom <= bar.getBoundingClientRect().top;
}"""


def reach_an_open_set(players: list[Player]) -> Player:
    """Play until a person who is not to act could beat the set of somebody else; that person."""
    for _turn in range(200):
        seen = max(player.version for player in players)
        for player in players:
            player.sees(seen)
            player.go_on()
        acting = next((player for player in players if player.must_act), None)
        if acting is None:
            players[0].sees(seen + 1)
            continue
        ahead = next((player for player in players if player.page.locator("#arm").count()), None)
        if ahead is not None:
            return ahead
        acting.take_turn()
    raise AssertionError("nobody could leave cards ready in the whole game")


def leave_ready(player: Player) -> str:
    """Choose a play for the turn to come, a card to pick up where there is a choice, and leave them ready."""
    page = player.page
    expect(page.locator("#arm")).to_be_hidden()
    play = min((page.locator("#turn-form").get_attribute("data-plays") or "").split(), key=len)
    codes = re.findall(r"[A-Z]\d", play)
    for code in codes:
        page.locator(f"label[data-card='{code}']").click()
    if player.picks_up(codes):
        page.locator("#pickup label.pick").last.click()
    expect(page.locator("#next-game")).to_be_hidden()
    assert page.evaluate(HAND_IS_FREE)
    page.locator("#arm").click()
    return play


def test_orders_are_set_and_cancelled_without_a_reload(site: Running, visit: NewContext) -> None:
    solveig, knut = Player(site, visit(viewport=PHONE), "solveig"), Player(site, visit(viewport=PHONE), "knut")
    for player in (solveig, knut):
        player.register()
        player.open_game(seats=2, greedy=1, target="15", private=True)
        player.page.locator("#table[data-my-turn]").wait_for()
    solveig.open_game(seats=3, greedy=1, target="30", private=True)
    knut.join_by(solveig.invitation_link())
    for player in (solveig, knut):
        player.at_table()
    ahead = reach_an_open_set([solveig, knut])
    page = ahead.page

    page.locator("#prefer").select_option("high")
    page.locator("#order-stuck").click()
    expect(page.locator("#order-stuck")).to_contain_text("Cancel")
    expect(page.locator("#order-stuck")).to_be_focused()
    expect(page.locator("#prefer")).to_have_value("high")
    page.locator("#prefer-set").click()
    expect(page.locator("#order-pickup")).to_contain_text("Cancel")
    expect(page.locator("#said")).to_contain_text("Pass when I cannot beat the table and Pick up the highest number.")

    expect(page.locator("#next-game")).to_be_visible()
    leave_ready(ahead)
    expect(page.locator("#order-armed")).to_contain_text("Cancel")
    assert page.locator("#hand input:checked").count() == 0
    expect(page.locator("#orders-link")).to_have_text("3 standing orders")
    for kind in ("armed", "stuck", "pickup"):
        page.locator(f".orders-standing #order-{kind}").click()
        expect(page.locator(f".orders-standing #order-{kind}")).to_have_count(0)
    expect(page.locator("#orders-link")).to_have_count(0)
    assert ahead.stayed
