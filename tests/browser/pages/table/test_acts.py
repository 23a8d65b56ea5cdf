"""A moderator acts on a running live game: both players' pages follow without a reload."""

from __future__ import annotations

from django.test import Client
from playwright.sync_api import expect

from games.engine import verify_record
from tests.browser.conftest import PHONE, NewContext
from tests.browser.moderator_at_browser import Moderator
from tests.browser.pages.conftest import Enter
from tests.browser.pages.laid_tables import table_of
from tests.browser.pages.seated_player import SeatedPlayer
from tests.factories import log_in_with_code, make_staff

BACK = "The second turn was taken by a cat."
SEAT = "Bob has to leave, Carl plays on."
END = "The league is over."


def moderator_at(visit: NewContext) -> Moderator:
    """A moderator logged in with a code; see journeys/test_moderation for the way there."""
    user, client, context = make_staff("mona", "moderator"), Client(), visit()
    log_in_with_code(client, user)
    key = str(client.session.session_key)
    context.add_cookies([{"name": "sessionid", "value": key, "domain": "127.0.0.1", "path": "/"}])
    return Moderator(context, user.handle)


def to_the_game(moderator: Moderator, address: str) -> None:
    """Search the game by id in the admin; acts lead back to it."""
    public_id = address.rstrip("/").split("/")[-1]
    moderator.page.goto(f"/admin/games/game/?q={public_id}")
    moderator.page.locator("#result_list th a").click()


def turns_played(players: list[SeatedPlayer], count: int) -> None:
    """Take turns, each shown on every page."""
    for _turn in range(count):
        version = max(player.version for player in players)
        for player in players:
            player.sees(version)
        next(player for player in players if player.must_act).take_turn()
        for player in players:
            player.sees(version + 1)


def all_see(players: list[SeatedPlayer], version: int) -> None:
    for player in players:
        player.sees(version)
        assert player.stayed


def cards_in_hand(player: SeatedPlayer) -> int:
    return player.page.locator("#hand [data-card]").count()


def test_open_pages_follow_a_take_back_a_replaced_seat_and_a_cancel(enter: Enter, visit: NewContext) -> None:
    moderator = moderator_at(visit)
    aslaug, bjarni, kolbein = enter("aslaug"), enter("bjarni", viewport=PHONE), enter("kolbein")
    game, players = table_of(aslaug.user, bjarni.user, pace="3m", visibility="public"), [aslaug, bjarni]
    for player in players:
        player.sit_at(game)
    turns_are_taken_back(moderator, players)
    turns_played(players, 1)
    a_seat_is_given_to(kolbein, moderator, players)
    kolbein.sit_at(game)
    turns_played([aslaug, kolbein], 2)
    the_game_is_cancelled(moderator, [aslaug, bjarni, kolbein])

    record = aslaug.context.request.get(f"{aslaug.page.url.rstrip('/')}/record.json").json()
    assert verify_record(record) == []
    assert (record["result"]["end"], record["result"]["winners"]) == ("cancelled", [])
    assert len(record["hands"][0]["withdrawn"]) == 2
    assert [event["kind"] for event in record["events"]] == ["handover"]
    assert {player["name"] for player in record["players"]} == {"aslaug", "kolbein"}


def turns_are_taken_back(moderator: Moderator, players: list[SeatedPlayer]) -> None:
    aslaug = players[0]
    turns_played(players, 1)
    after_one = [cards_in_hand(player) for player in players]
    next_one = next(player for player in players if player.must_act)
    turns_played(players, 2)

    to_the_game(moderator, aslaug.page.url)
    moderator.act("Take back turns")
    page = moderator.page
    page.get_by_label("Last turn kept").select_option("1")
    page.get_by_label("Reason").fill(BACK)
    version = aslaug.version
    moderator.confirm("Take back turns")
    all_see(players, version + 1)
    assert [cards_in_hand(player) for player in players] == after_one
    assert next_one.must_act
    told = aslaug.page.locator("#turns .entry-act")
    expect(told).to_contain_text("A moderator took back turns")
    expect(told).to_contain_text(BACK)
    expect(told.locator("del")).to_have_count(2)


def a_seat_is_given_to(kolbein: SeatedPlayer, moderator: Moderator, players: list[SeatedPlayer]) -> None:
    aslaug, bjarni = players
    moderator.act("Give seat to someone else")
    page = moderator.page
    page.get_by_label("Seat").select_option(label=bjarni.handle)
    page.get_by_label("Username").fill(kolbein.handle)
    page.get_by_label("Reason").fill(SEAT)
    version = aslaug.version
    moderator.confirm("Give seat to someone else")
    all_see(players, version + 1)
    expect(aslaug.page.locator(".board")).to_contain_text(kolbein.handle)
    expect(aslaug.page.locator(".board")).not_to_contain_text(bjarni.handle)
    expect(bjarni.page.locator("#hand")).to_have_count(0)
    expect(bjarni.page.locator("#table")).to_contain_text("You’re watching")


def the_game_is_cancelled(moderator: Moderator, players: list[SeatedPlayer]) -> None:
    aslaug = players[0]
    moderator.act("Cancel game")
    page = moderator.page
    page.get_by_label("Reason").fill(END)
    version = aslaug.version
    moderator.confirm("Cancel game")
    all_see(players, version + 1)
    for player in players:
        assert player.over
        expect(player.page.locator("#game-over")).to_contain_text("cancelled")
    expect(aslaug.page.locator("#turns")).to_contain_text(END)
