"""How many clicks it takes to start a game, or to join one as a guest."""

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from games.engine import legal_turns
from games.lobby.services import NewGame, game_contribute, game_create
from games.models import Game
from games.play.turn import turn_play
from tests.browser.axe import AXE
from tests.browser.conftest import DESKTOP, NewContext
from tests.browser.pages.conftest import Enter
from tests.browser.player_at_browser import Player
from tests.factories import make_person, seat_to_act, state_of

PHONE = ViewportSize(width=390, height=844)
# In windows of the phone's height.
WINDOWS = 1.7


def count_clicks(page: Page) -> None:
    page.add_init_script("addEventListener('click', () => { sessionStorage.clicks = clicks() + 1; }, true)")
    page.add_init_script("globalThis.clicks = () => Number(sessionStorage.clicks ?? 0)")


def clicks(page: Page) -> int:
    """The number of clicks on all pages so far."""
    return int(page.evaluate("clicks()"))


def started(page: Page, status: str) -> Game:
    page.wait_for_url(re.compile(r"/g/\w+/"))
    expect(page.locator("#table" if status == Game.Status.RUNNING else ".places")).to_be_visible()
    return Game.objects.get()


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP])
def test_from_an_empty_home_page_a_game_against_bots_is_one_click_away(enter: Enter, viewport: ViewportSize) -> None:
    page = enter("ana", fresh=True, viewport=viewport).page
    count_clicks(page)
    page.goto("/")
    page.get_by_role("button", name="Play against bots").click()
    assert started(page, Game.Status.RUNNING).seats.filter(user__bot_account__name="hirdman").count() == 2
    assert clicks(page) == 1


@pytest.mark.parametrize(
    ("button", "pace", "status"),
    [
        ("Play with friends", Game.Pace.D1, Game.Status.OPEN),
        ("Play live", Game.Pace.M3, Game.Status.OPEN),
        ("Play against bots", Game.Pace.NONE, Game.Status.RUNNING),
    ],
)
def test_from_any_page_each_preset_is_two_clicks_away(enter: Enter, button: str, pace: str, status: str) -> None:
    page = enter("ana", fresh=True, viewport=PHONE).page
    count_clicks(page)
    page.goto("/rules/")
    page.get_by_role("link", name="New game").filter(visible=True).last.click()
    page.get_by_role("button", name=button).wait_for()
    # All style sheets are here.
    page.wait_for_load_state()
    assert page.evaluate("document.documentElement.scrollHeight") <= WINDOWS * PHONE["height"]
    page.get_by_role("button", name=button).click()
    assert started(page, status).pace == pace
    assert clicks(page) == 2


def test_the_first_home_leads_to_a_game_for_five_friends(enter: Enter) -> None:
    page = enter("ana", fresh=True, viewport=PHONE).page
    count_clicks(page)
    page.goto("/")
    page.get_by_role("link", name="Invite friends").click()
    page.get_by_role("form", name="With friends").get_by_role("radio", name="5").check()
    page.get_by_role("button", name="Play with friends").click()
    assert started(page, Game.Status.OPEN).seats_count == 5
    assert clicks(page) <= 4


@pytest.mark.parametrize("path", ["/games/", "/leaders/"])
def test_an_empty_list_is_accessible_copies_its_link_and_leads_to_a_game(enter: Enter, path: str) -> None:
    page = enter("ana", fresh=True, viewport=PHONE).page
    page.goto(path)
    expect(page.get_by_role("button", name="Copy")).to_be_visible()
    assert AXE.run(page).response["violations"] == []
    page.get_by_role("button", name="Play against bots").press("Enter")
    started(page, Game.Status.RUNNING)


def test_from_an_invitation_a_guest_is_four_clicks_from_the_first_turn(visit: NewContext) -> None:
    game = game_create(host=make_person("ana"), new=NewGame(seats=2))
    game_contribute(public_id=game.public_id, user=game.host, contribution=None)
    guest = Player(visit(fresh=True, viewport=PHONE), "Nina")
    page = guest.page
    count_clicks(page)
    page.goto(f"/i/{game.invite_token}/")
    page.get_by_label("Your name").click()
    page.keyboard.type(guest.handle)
    page.get_by_role("button", name="Join", exact=True).click()
    guest.at_table()
    game.refresh_from_db()
    if seat_to_act(game).user_id == game.host_id:
        # A higher one might be beaten by two cards alone.
        lowest = min(legal_turns(state_of(game)), key=lambda turn: turn.cards[0].number)
        turn_play(public_id=game.public_id, user=game.host, version=game.version, text=str(lowest))
    page.locator("#table[data-my-turn]").wait_for()
    guest.take_turn(small=True)
    assert game.hands.get().moves.filter(actor__is_guest=True, by="player").count() == 1
    assert clicks(page) <= 4
