"""Playing without a mouse, and without scripts."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, NewContext
from tests.browser.pages.conftest import Enter
from tests.browser.pages.laid_tables import NINE, game_near_its_end, lay_hand, table_of
from tests.browser.pages.seated_player import SeatedPlayer, bots_play
from tests.browser.pages.tabbing import focused, tab_to
from tests.browser.player_at_browser import Player
from tests.factories import make_person


def turn_by_keyboard(player: SeatedPlayer) -> None:
    """Take the largest play, or pass, by Tab, arrows, space and Enter."""
    page, before = player.page, player.version
    plays = (page.locator("#turn-form").get_attribute("data-plays") or "").split()
    if not plays:
        tab_to(page, "pass")
    else:
        tab_to(page, "card-")
        page.keyboard.press("Home")
        wanted = set(re.findall(r"[A-Z]\d", max(plays, key=len)))
        for _card in range(page.locator("#hand input").count()):
            if focused(page).removeprefix("card-") in wanted:
                page.keyboard.press("Space")
            page.keyboard.press("ArrowRight")
        if player.picks_up(wanted):
            tab_to(page, "pick-")
            page.keyboard.press("Space")
        tab_to(page, "play")
    # The bar holds presses back for a moment when its button has changed.
    expect(page.locator("html.is-changed")).to_have_count(0)
    page.keyboard.press("Enter")
    player.sees(before + 1)


def test_a_game_ends_by_keyboard_alone(enter: Enter) -> None:
    player = enter("alice")
    game = game_near_its_end(player.user)
    player.sit_at(game)
    while not player.over:
        player.come_to_turn(game)
        if player.must_act:
            turn_by_keyboard(player)
    assert player.stayed


def test_a_game_ends_without_scripts_on_a_phone(enter: Enter) -> None:
    player = enter("alice", java_script_enabled=False, viewport=PHONE)
    page, game = player.page, game_near_its_end(player.user)
    page.goto(f"/g/{game.public_id}/")
    while not player.over:
        if not player.must_act:
            bots_play(game)
            page.get_by_role("link", name="Reload").click()
        elif plays := (page.locator("#turn-form").get_attribute("data-plays") or "").split():
            player.lay(max(plays, key=len))
        else:
            player.give_up()
        # The press led to another page, the rest of which may be on its way.
        page.wait_for_load_state()
    expect(page.locator("#cloth")).to_contain_text("win")


def test_a_visitor_watches_a_public_game_without_a_hidden_card(enter: Enter, visit: NewContext) -> None:
    player, guest = enter("alice"), Player(visit(), "nobody")
    game = table_of(player.user, make_person("bob"), visibility="public")
    lay_hand(game, player.user, NINE, table="G1")
    player.sit_at(game)
    guest.page.goto(f"/g/{game.public_id}/")
    guest.at_table()
    source = guest.page.content()
    assert not [code for code in NINE.split() if f'data-card="{code}"' in source or f"{code}<" in source]
    player.take_turn()
    guest.sees(player.version)
    assert guest.stayed
