"""A standing table made from a finished game."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.models import User
from games.errors import NoSuchGame
from games.models import StandingTable
from games.people.blocks import person_block
from games.play.errors import PlayReason
from games.standing.errors import NoSuchTable, StandingReason
from games.standing.founding import table_found
from games.standing.selectors import after_game
from games.standing.services import member_remove, table_join
from tests.clients import ClientOf
from tests.factories import make_person
from tests.games_laid import finished_game, lay_game
from tests.page_texts import markup_of, words_of
from tests.standing.tables import refused
from tests.threads import at_once

pytestmark = pytest.mark.django_db
OFFER = "Make this group a standing table"


def test_a_game_becomes_the_first_of_a_table_with_its_options(alice: User, bob: User) -> None:
    game = finished_game([alice, bob], recorded="single_hand_of_two", pace="8h", name="Alice's corner")
    table = table_found(public_id=game.public_id, user=alice)
    assert (table.pace, table.seats_count, table.name, table.target) == ("8h", 6, "Alice's corner", None)
    assert table.games.get().game == game
    assert table_found(public_id=game.public_id, user=bob) == table, "the others join it"
    assert set(table.members.values_list("user__handle", flat=True)) == {"alice", "bob"}


@pytest.mark.django_db(transaction=True)
def test_presses_at_the_same_time_make_one_table() -> None:
    alice, bob = make_person("alice"), make_person("bob")
    game = finished_game([alice, bob], recorded="single_hand_of_two")
    found = [lambda user=user: table_found(public_id=game.public_id, user=user) for user in (alice, bob)]
    assert at_once(*found) == ["accepted", "accepted"]
    assert StandingTable.objects.get().members.count() == 2


def test_only_players_of_a_finished_game_make_a_table(alice: User, bob: User, charlie: User) -> None:
    game, running = finished_game([alice, bob], recorded="single_hand_of_two"), lay_game([alice, bob])
    with pytest.raises(NoSuchGame):
        table_found(public_id=game.public_id, user=charlie)
    assert refused(lambda: table_found(public_id=running.public_id, user=alice)) == PlayReason.NOT_FINISHED


def test_a_private_game_that_becomes_a_table_stays_private_to_its_players(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = finished_game([alice, bob], recorded="single_hand_of_two", visibility="private")
    table = table_found(public_id=game.public_id, user=alice)
    table_join(token=table.invite_token, user=charlie)
    for name in ("table", "replay", "record", "chat"):
        page = reverse(f"games:{name}", args=[game.public_id])
        assert (client_of(charlie).get(page).status_code, client_of(alice).get(page).status_code) == (404, 200)
    assert client_of(charlie).post(reverse("games:chat", args=[game.public_id]), {"text": "hi"}).status_code == 404
    assert not game.chat_lines.exists()
    links = f"/g/{game.public_id}/"
    assert links in markup_of(client_of(alice).get(reverse("games:standing", args=[table.public_id])))
    assert links not in markup_of(client_of(charlie).get(reverse("games:standing", args=[table.public_id])))


def test_a_removed_member_does_not_come_back_by_a_game(alice: User, bob: User) -> None:
    game = finished_game([alice, bob], recorded="single_hand_of_two")
    table = table_found(public_id=game.public_id, user=alice)
    table_found(public_id=game.public_id, user=bob)
    member_remove(public_id=table.public_id, user=alice, member_id=table.members.get(user=bob).pk)
    with pytest.raises(NoSuchTable):
        table_found(public_id=game.public_id, user=bob)
    assert after_game(game, bob, seated=True) is None


def test_a_block_keeps_a_player_from_joining(alice: User, bob: User) -> None:
    game = finished_game([alice, bob], recorded="single_hand_of_two")
    table_found(public_id=game.public_id, user=alice)
    person_block(user=alice, handle="bob")
    assert refused(lambda: table_found(public_id=game.public_id, user=bob)) == StandingReason.KEPT_APART


def test_the_end_of_a_game_offers_a_table_until_declined(alice: User, bob: User, client_of: ClientOf) -> None:
    game = finished_game([alice, bob], recorded="single_hand_of_two")
    page, hers, his = reverse("games:table", args=[game.public_id]), client_of(alice), client_of(bob)
    assert OFFER in words_of(hers.get(page))
    hers.post(reverse("games:standing_found", args=[game.public_id]), {"act": "decline"})
    assert OFFER not in words_of(hers.get(page))
    another = finished_game([alice, bob], recorded="single_hand_of_two")
    assert OFFER not in words_of(hers.get(reverse("games:table", args=[another.public_id])))
    assert OFFER in words_of(his.get(page))
    his.post(reverse("games:standing_found", args=[game.public_id]), {"act": "found"})
    shown = words_of(hers.get(page))
    assert "Join table" in shown
    assert "Play again" in shown, "she has not joined"
    hers.post(reverse("games:standing_found", args=[game.public_id]), {"act": "found"})
    shown = words_of(hers.get(page))
    assert "Start next game" in shown
    assert "Play again" not in shown
    for client in (hers, his):
        assert OFFER not in words_of(client.get(reverse("games:table", args=[another.public_id]))), "they share one"


def test_against_bots_no_table_is_offered(alice: User, client_of: ClientOf) -> None:
    game = finished_game([alice], recorded="single_hand_with_two_bots")
    assert OFFER not in words_of(client_of(alice).get(reverse("games:table", args=[game.public_id])))
