"""Planned turns as the page's script sends them."""

import re

from playwright.sync_api import Page, expect

from accounts.models import User
from games.chat.services import chat_write
from games.lobby.services import NewGame
from games.models import Game
from tests.browser.axe import faults
from tests.browser.conftest import PHONE
from tests.browser.pages.conftest import Enter
from tests.browser.pages.laid_tables import NINE, answering
from tests.browser.pages.seated_player import SeatedPlayer
from tests.factories import make_person
from tests.games_laid import lay_game
from tests.games_laid.cards import lay

# All cards can be scrolled to above the bar at the window's foot.
HAND_IS_FREE = """() => {
  const [hand, bar] = ["hand", "bar"].map((id) => document.getElementById(id));
  hand.scrollIntoView({ block: "nearest", behavior: "instant" });
  return hand.getBoundingClientRect().bottom <= bar.getBoundingClientRect().top;
}"""

COUNT_IN_TAB = """() => {
  const [tab, count] = ["#tab-panel-chat", "#tab-panel-chat .tab-count"].map((name) =>
    document.querySelector(name).getBoundingClientRect());
  return count.left >= tab.left && count.right <= tab.right && count.top >= tab.top && count.bottom <= tab.bottom;
}"""

TIME_IN_VIEW = """() => {
  const [time, bar] = ["time", "bar"].map((id) => document.getElementById(id).getBoundingClientRect());
  return time.top >= 0 && time.bottom <= bar.top;
}"""


def plan(player: SeatedPlayer, *codes: str, rule: str = "") -> None:
    """Choose cards and, if it is not the one offered, the rule for the pick-up, and plan them."""
    page = player.page
    expect(page.locator("#arm")).to_be_hidden()
    for code in codes:
        page.locator(f"label[data-card='{code}']").click()
    if rule:
        page.locator("#arm-rule").select_option(rule)
    expect(page.locator("#next-game")).to_be_hidden()
    assert page.evaluate(HAND_IS_FREE)
    page.locator("#arm").click()
    expect(page.locator(f"#set-{''.join(codes)}")).to_contain_text("Cancel")


def tabs_follow(page: Page, game: Game, other: User) -> None:
    """Check that on a phone the sections below are tabs, by touch and by arrow keys, and that a new message marks the
    chat's.
    """
    tabs = page.get_by_role("tab")
    expect(tabs).to_have_text(["Cards", "Planned", "Game", "Chat"])
    expect(page.get_by_role("tabpanel", name="Cards")).to_be_visible()
    expect(page.locator("#orders, #time, #chat").filter(visible=True)).to_have_count(0)
    chat_write(public_id=game.public_id, user=other, text="Hello")
    expect(tabs.last).to_have_accessible_name("Chat 1 new")
    assert page.evaluate(COUNT_IN_TAB)
    # A press brings the section above the bar.
    page.evaluate("scrollTo(0, 0)")
    tabs.nth(2).click()
    page.wait_for_function(TIME_IN_VIEW)
    # A link leads to a section of another tab.
    page.locator("#clock").evaluate("clock => clock.click()")
    expect(page.locator("#time")).to_be_visible()
    tabs.nth(2).press("ArrowRight")
    expect(page.locator("#chat")).to_be_visible()
    expect(tabs.last).to_have_accessible_name("Chat")
    tabs.last.press("Home")
    page.keyboard.press("ArrowRight")
    expect(tabs.nth(1)).to_be_focused()
    page.reload()
    expect(page.get_by_role("tab", selected=True)).to_have_text("Planned")
    expect(page.locator("#seen")).to_be_hidden()


def sets_are_planned(ahead: SeatedPlayer) -> tuple[str, str]:
    """Plan the shortest legal play, and a card that beats nothing now before it. Returns both."""
    page = ahead.page
    expect(page.locator("#next-game")).to_be_visible()
    legal = (page.locator("#turn-form").get_attribute("data-plays") or "").split()
    first, later = min(legal, key=len), NINE.split()[-1]
    plan(ahead, *re.findall("..", first), rule="low")
    expect(page.locator("#orders-link")).to_have_text("Change")
    expect(page.locator("#plan-now")).to_contain_text("Right now, ")
    # A card that beats nothing now may do so later.
    page.locator(f"label[data-card='{later}']").click()
    expect(page.locator("#bar-words")).to_contain_text(" doesn’t beat 32 now")
    expect(page.locator("#arm")).to_have_text(f"Else play {later[1]} if it beats")
    expect(page.locator("#arm-rule")).to_have_value("low")
    page.locator(f"label[data-card='{later}']").click()
    plan(ahead, later)
    assert page.locator("#hand input:checked").count() == 0
    page.locator(f"#up-{later}").click()
    expect(page.locator(".planned-sets .order").first).to_contain_text(later[1])
    expect(page.locator(f"#set-{later}")).to_be_visible()
    assert faults(page, "table-planned", [PHONE]) == []
    page.locator("#else-pass").click()
    expect(page.locator(".plan-words")).to_contain_text("else pass.")
    expect(page.locator("#said")).to_contain_text("else pass")
    return first, later


def test_orders_are_set_and_cancelled_without_a_reload(enter: Enter) -> None:
    ahead = enter("alice", viewport=PHONE)
    # Another game waits: a link leads there.
    answering(ahead.user)
    new = NewGame(seats=3, target=30, visibility="private", bots=["berserker"])
    bob = make_person("bob")
    game = lay_game([ahead.user, bob], new)
    # The left bot has played; the other person is to act.
    lay(game, NINE, "K5 B4", "G9 P8 O7", to_act=2, table="P3 P2", table_seat=1)
    page = ahead.sit_at(game)
    tabs_follow(page, game, bob)
    ahead.at_table()

    page.locator("#prefer").select_option("high")
    page.locator("#order-stuck").click()
    expect(page.locator("#order-stuck")).to_contain_text("Cancel")
    expect(page.locator("#order-stuck")).to_be_focused()
    expect(page.locator("#prefer")).to_have_value("high")
    page.locator("#prefer-set").click()
    expect(page.locator("#order-pickup")).to_contain_text("Cancel")
    expect(page.locator("#said")).to_contain_text("Pass if I have to and Pick up: the highest number.")

    first, later = sets_are_planned(ahead)
    for button in (f"#set-{first}", f"#set-{later}", "#order-stuck", "#order-pickup"):
        page.locator(f".orders {button}").click()
        expect(page.locator(f".orders {button}:text('Cancel')")).to_have_count(0)
    expect(page.locator("#orders-link")).to_have_count(0)
    assert ahead.stayed
