"""Two people register, play a live game with a bot to its end, one on a phone, and get an email about a waiting
turn.
"""

import re

import psycopg
from playwright.sync_api import expect

from odinsite.embedded.folder import Folder
from tests.browser.conftest import MOVES, PHONE, NewContext
from tests.browser.journeys.registered_player import RegisteredPlayer
from tests.browser.sent_mails import text_of, wait_for_mail
from tests.embedded.running import Running

MAX_TURNS = 400
# Including the presses at the table.
POINTERS = """() => {
  window.pointers = [];
  addEventListener("pointerdown", ({ pointerType }) => window.pointers.push(pointerType), { capture: true });
}"""


def play_until_over(players: list[RegisteredPlayer]) -> int:
    """Take turns until the end, each shown on every page; return the number of turns."""
    turns = 0
    while not all(player.over for player in players):
        # Read the version first and bring all pages there: pages may be ahead or behind.
        seen = max(player.version for player in players)
        for player in players:
            player.sees(seen)
        if players[0].over:
            continue
        acting = next((player for player in players if player.must_act), None)
        if acting is None:
            # A bot's turn reaches every page by itself.
            players[0].sees(seen + 1)
            continue
        version = acting.version
        acting.take_turn()
        for player in players:
            player.sees(version + 1)
        turns += 1
        assert turns < MAX_TURNS
    return turns


def time_passes(site: Running, game: str, minutes: int) -> None:
    """Move the stored looks and waits at this game back by so many minutes."""
    past = f"- interval '{minutes} minutes'"
    waited = f"COALESCE(notice_at {past}, next_at)"
    its = "game_id = (SELECT id FROM games_game WHERE public_id = %s)"
    with psycopg.connect(host=str(Folder(site.data).sockets), user="odin", dbname="odin") as database:
        for moved in (
            f"games_seat SET looked_at = looked_at {past}, acted_at = acted_at {past} WHERE {its}",
            f"games_notice SET due_at = due_at {past}, created_at = created_at {past} WHERE {its}",
            f"games_deadline SET notice_at = notice_at {past}, next_at = {waited} WHERE {its}",
        ):
            database.execute(f"UPDATE {moved}", [game])


def test_two_people_and_a_bot_play_a_game_to_its_end(site: Running, visit: NewContext) -> None:
    phone = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    alice, bob = RegisteredPlayer(site, visit(reduced_motion=MOVES), "alice"), RegisteredPlayer(site, phone, "bob")
    alice.sign_up()
    bob.sign_up()

    # Bob leaves a slow game waiting while the two play another.
    slow = alice.open_game(seats=2, bots=0, target="hand", private=True)
    slow_id = slow.rstrip("/").split("/")[-1]
    bob.join_by(alice.invitation_link())
    for player in (bob, alice):
        player.at_table()
    if alice.must_act:
        alice.take_turn()

    alice.open_game(seats=3, bots=1, target="hand", private=True)
    bob.join_by(alice.invitation_link())
    # The email waits until Bob has not looked at the game for minutes.
    time_passes(site, slow_id, 5)
    for player in (alice, bob):
        player.at_table()
    bob.page.evaluate(POINTERS)
    assert play_until_over([alice, bob]) > 3
    assert {*bob.page.evaluate("window.pointers")} == {"touch"}
    assert bob.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    for player in (alice, bob):
        assert player.stayed
        expect(player.page.locator("#game-over h2").first).to_contain_text(re.compile("win|share the victory"))

    # A slow machine may have written about the other game, too.
    mail = wait_for_mail(site.data, bob.address, "turn", f"/g/{slow_id}/")
    assert mail["Message-ID"]
    assert "alice" in text_of(mail)
