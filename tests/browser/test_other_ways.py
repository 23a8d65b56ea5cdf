"""Playing without a mouse, and without scripts."""

import re
from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.players import Player
from tests.embedded.running import Running

MAX_STEPS = 300


def focused(page: Page) -> str:
    """The id of what has the focus."""
    return str(page.evaluate("document.activeElement.id"))


def tab_to(page: Page, wanted: str) -> None:
    """Press Tab until the focus is on an id that starts with `wanted`."""
    for _press in range(80):
        page.keyboard.press("Tab")
        if focused(page).startswith(wanted):
            return
    raise AssertionError(f"Tab never comes to {wanted}")


def turn_by_keyboard(player: Player) -> None:
    """The largest play, or a pass, with Tab, arrows, the space bar and Enter alone."""
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
    page.keyboard.press("Enter")
    expect(page.locator("#ask-sure")).to_be_focused()
    page.keyboard.press("Enter")
    player.sees(before + 1)


def test_a_whole_game_by_keyboard_alone(site: Running, visit: Callable[..., BrowserContext]) -> None:
    carla = Player(site, visit(), "carla")
    carla.register()
    carla.open_game(seats=2, greedy=1, target="hand")
    carla.at_table()
    for _step in range(MAX_STEPS):
        seen = carla.version
        if carla.over:
            break
        if carla.must_act:
            turn_by_keyboard(carla)
        else:
            carla.sees(seen + 1)
    assert carla.over
    assert carla.stayed


def test_a_whole_game_without_scripts_on_a_phone(site: Running, visit: Callable[..., BrowserContext]) -> None:
    dora = Player(site, visit(java_script_enabled=False, viewport=PHONE), "dora")
    dora.register()
    dora.open_game(seats=2, greedy=1, target="hand")
    page = dora.page
    for _step in range(MAX_STEPS):
        if dora.over:
            break
        if not dora.must_act:
            page.get_by_role("link", name="Look again").click()
            continue
        plays = (page.locator("#turn-form").get_attribute("data-plays") or "").split()
        if plays:
            dora.lay(max(plays, key=len))
        else:
            dora.give_up()
    assert dora.over
    expect(page.locator("#cloth")).to_contain_text("win")


def test_a_visitor_watches_a_public_game_without_a_hidden_card(
    site: Running, visit: Callable[..., BrowserContext]
) -> None:
    erik, guest = Player(site, visit(), "erik"), Player(site, visit(), "nobody")
    erik.register()
    address = erik.open_game(seats=2, greedy=1, target="15")
    erik.at_table()
    erik.page.locator("#table[data-my-turn]").wait_for(state="attached")
    held = [box.get_attribute("value") or "" for box in erik.page.locator("#hand input").all()]
    guest.page.goto(address)
    guest.at_table()
    source = guest.page.content()
    assert len(held) >= 8
    assert not [code for code in held if f'data-card="{code}"' in source or f"{code}<" in source]
    erik.take_turn()
    guest.sees(erik.version)
    assert guest.stayed
