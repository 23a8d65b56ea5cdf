"""A moderator acts on a running live game: the pages of both players follow, and neither is ever reloaded."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from games.engine import verify_record
from tests.browser.conftest import PHONE, NewContext
from tests.browser.players import Player
from tests.browser.staff import Moderator
from tests.embedded.running import Running

BACK = "The second turn was taken by a cat."
SEAT = "Bob has to leave, Carl plays on."
END = "The league is over."


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A site whose administrator nobody else knows the code of."""
    with Running(tmp_path_factory.mktemp("acts")) as running:
        yield running


def moderator_at(site: Running, visit: NewContext) -> Moderator:
    """Somebody whom the administrator has made a moderator, with a code set up."""
    context = visit()
    Player(site, context, "mord").register()
    moderator = Moderator(context, "mord")
    boss = Moderator(visit(), "admin", site.password)
    boss.log_in()
    boss.set_up_second_factor()
    boss.give_role("mord", "moderator")
    moderator.set_up_second_factor()
    return moderator


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
    alice, bob, carl = (
        Player(site, visit(), "alice"),
        Player(site, visit(viewport=PHONE), "bob"),
        Player(site, visit(), "carl"),
    )
    for player in (alice, bob, carl):
        player.register()
    alice.open_game(seats=2, greedy=0, target="30", pace="3m")
    bob.join_by(alice.invitation_link())
    for player in (alice, bob):
        player.at_table()
    game, players = alice.page.url, [alice, bob]
    turns_played(players, 1)
    after_one = [cards_in_hand(player) for player in players]
    next_one = next(player for player in players if player.must_act)
    turns_played(players, 2)

    page = to_the_game(moderator, game, "Take turns back")
    page.get_by_label("The last turn that stands").select_option("1")
    page.get_by_label("Reason").fill(BACK)
    version = alice.version
    moderator.confirm("Take turns back")
    all_see(players, version + 1)
    assert [cards_in_hand(player) for player in players] == after_one
    assert next_one.must_act
    told = alice.page.locator("#turns .entry-act")
    expect(told).to_contain_text("A moderator took turns back")
    expect(told).to_contain_text(BACK)
    expect(told.locator("del")).to_have_count(2)
    turns_played(players, 2)

    page = to_the_game(moderator, game, "Give a seat to another person")
    page.get_by_label("Seat").select_option(label="bob")
    page.get_by_label("Handle of the new player").fill("carl")
    page.get_by_label("Reason").fill(SEAT)
    version = alice.version
    moderator.confirm("Give a seat to another person")
    all_see(players, version + 1)
    expect(alice.page.locator(".board")).to_contain_text("carl")
    expect(alice.page.locator(".board")).not_to_contain_text("bob")
    expect(bob.page.locator("#hand")).to_have_count(0)
    expect(bob.page.locator("#table")).to_contain_text("You are watching")
    carl.page.goto(game)
    carl.at_table()
    turns_played([alice, carl], 2)

    page = to_the_game(moderator, game, "Cancel the game")
    page.get_by_label("Reason").fill(END)
    version = alice.version
    moderator.confirm("Cancel the game")
    all_see([alice, bob, carl], version + 1)
    for player in (alice, bob, carl):
        assert player.over
        expect(player.page.locator("#game-over")).to_contain_text("cancelled")
    expect(alice.page.locator("#turns")).to_contain_text(END)

    record = alice.context.request.get(f"{game.rstrip('/')}/record.json").json()
    assert verify_record(record) == []
    assert (record["result"]["end"], record["result"]["winners"]) == ("cancelled", [])
    assert len(record["hands"][0]["withdrawn"]) == 2
    assert [event["kind"] for event in record["events"]] == ["handover"]
    assert {player["name"] for player in record["players"]} == {"alice", "carl"}
