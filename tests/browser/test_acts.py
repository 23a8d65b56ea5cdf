"""A moderator acts on a running live game: the pages of both players follow, and neither is ever reloaded."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from games.engine import verify_record
from tests.browser.conftest import PHONE, NewContext
from tests.browser.players import Player
from tests.browser.staff import Moderator
from tests.embedded.running import Running

MODERATOR = "mardoll"
MAKE = f"""
from tests.embedded.accounts import moderator_make
result = moderator_make("{MODERATOR}")
"""
BACK = "The second turn was taken by a cat."
SEAT = "Bob has to leave, Carl plays on."
END = "The league is over."


def moderator_at(site: Running, visit: NewContext) -> Moderator:
    """Somebody who is a moderator and logged in with a code; how one becomes that is in test_moderation."""
    context = visit()
    key = site.do(MAKE)
    context.add_cookies([{"name": "sessionid", "value": key, "url": site.address, "httpOnly": True}])
    return Moderator(context, MODERATOR)


def to_the_game(moderator: Moderator, address: str, act: str) -> Page:
    """Open the game in the admin, found by its id, and go to one of the acts."""
    public_id = address.rstrip("/").split("/")[-1]
    moderator.page.goto(f"/admin/games/game/?q={public_id}")
    moderator.page.locator("#result_list th a").click()
    moderator.act(act)
    return moderator.page


def turns_played(players: list[Player], count: int) -> None:
    for _turn in range(count):
        version = max(player.version for player in players)
        for player in players:
            player.sees(version)
        next(player for player in players if player.must_act).take_turn()
        for player in players:
            player.sees(version + 1)


def all_see(players: list[Player], version: int) -> None:
    for player in players:
        player.sees(version)
        assert player.stayed


def cards_in_hand(player: Player) -> int:
    return player.page.locator("#hand [data-card]").count()


def test_open_pages_follow_a_take_back_a_replaced_seat_and_a_cancel(site: Running, visit: NewContext) -> None:
    moderator = moderator_at(site, visit)
    aslaug, bjarni, kolbein = (
        Player(site, visit(), "aslaug"),
        Player(site, visit(viewport=PHONE), "bjarni"),
        Player(site, visit(), "kolbein"),
    )
    for player in (aslaug, bjarni, kolbein):
        player.register()
    aslaug.open_game(seats=2, greedy=0, target="30", pace="3m")
    bjarni.join_by(aslaug.invitation_link())
    for player in (aslaug, bjarni):
        player.at_table()
    game, players = aslaug.page.url, [aslaug, bjarni]
    turns_played(players, 1)
    after_one = [cards_in_hand(player) for player in players]
    next_one = next(player for player in players if player.must_act)
    turns_played(players, 2)

    page = to_the_game(moderator, game, "Take turns back")
    page.get_by_label("The last turn that stands").select_option("1")
    page.get_by_label("Reason").fill(BACK)
    version = aslaug.version
    moderator.confirm("Take turns back")
    all_see(players, version + 1)
    assert [cards_in_hand(player) for player in players] == after_one
    assert next_one.must_act
    told = aslaug.page.locator("#turns .entry-act")
    expect(told).to_contain_text("A moderator took turns back")
    expect(told).to_contain_text(BACK)
    expect(told.locator("del")).to_have_count(2)
    turns_played(players, 2)

    page = to_the_game(moderator, game, "Give a seat to another person")
    page.get_by_label("Seat").select_option(label="bjarni")
    page.get_by_label("Handle of the new player").fill("kolbein")
    page.get_by_label("Reason").fill(SEAT)
    version = aslaug.version
    moderator.confirm("Give a seat to another person")
    all_see(players, version + 1)
    expect(aslaug.page.locator(".board")).to_contain_text("kolbein")
    expect(aslaug.page.locator(".board")).not_to_contain_text("bjarni")
    expect(bjarni.page.locator("#hand")).to_have_count(0)
    expect(bjarni.page.locator("#table")).to_contain_text("You are watching")
    kolbein.page.goto(game)
    kolbein.at_table()
    turns_played([aslaug, kolbein], 2)

    page = to_the_game(moderator, game, "Cancel the game")
    page.get_by_label("Reason").fill(END)
    version = aslaug.version
    moderator.confirm("Cancel the game")
    all_see([aslaug, bjarni, kolbein], version + 1)
    for player in (aslaug, bjarni, kolbein):
        assert player.over
        expect(player.page.locator("#game-over")).to_contain_text("cancelled")
    expect(aslaug.page.locator("#turns")).to_contain_text(END)

    record = aslaug.context.request.get(f"{game.rstrip('/')}/record.json").json()
    assert verify_record(record) == []
    assert (record["result"]["end"], record["result"]["winners"]) == ("cancelled", [])
    assert len(record["hands"][0]["withdrawn"]) == 2
    assert [event["kind"] for event in record["events"]] == ["handover"]
    assert {player["name"] for player in record["players"]} == {"aslaug", "kolbein"}
