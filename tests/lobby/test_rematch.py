"""A rematch: the first press creates it, later ones take a seat in it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.privacy.erasure import account_erase
from games.errors import NoSuchGame, Reason, Refused
from games.lobby.errors import LobbyReason
from games.lobby.rematch import game_rematch
from games.lobby.room import waiting_room
from games.lobby.services import game_contribute, game_leave
from games.models import Game, Invitation, Notice
from games.people.blocks import person_block
from games.play.errors import PlayReason
from tests.clients import ClientOf
from tests.factories import make_person
from tests.games_laid import finished_game, game_before_end, turn_next
from tests.page_texts import words_of
from tests.table.tables import text_of
from tests.threads import at_once

pytestmark = pytest.mark.django_db


def refused(call: Callable[[], object]) -> Reason:
    with pytest.raises(Refused) as caught:
        call()
    return caught.value.reason


def test_a_rematch_invites_the_others_once(alice: User, bob: User) -> None:
    old = game_before_end(
        [alice, bob],
        recorded="single_hand_of_three_with_bot",
        pace="8h",
        timeout_action="caretaker",
        weekends_off=True,
    )
    assert refused(lambda: game_rematch(public_id=old.public_id, user=alice)) == PlayReason.NOT_FINISHED
    turn_next(old)
    new = game_rematch(public_id=old.public_id, user=bob)
    assert game_rematch(public_id=old.public_id, user=bob) == new
    assert (new.target, new.goat, new.seats_count) == (None, True, 3)
    assert (new.pace, new.timeout_action, new.weekends_off) == ("8h", "caretaker", True)
    assert new.visibility == Game.Visibility.PUBLIC
    assert waiting_room(new, bob).missing == []
    assert sorted(new.seats.values_list("kind", flat=True)) == ["bot", "person"]
    assert Invitation.objects.get().user == alice


def test_a_rematch_against_bots_alone_has_another_name(alice: User) -> None:
    old = finished_game([alice], recorded="single_hand_with_two_bots", name="Berserker, a single hand")
    assert game_rematch(public_id=old.public_id, user=alice).name == "Berserker, a single hand (2)"


def test_all_who_press_sit_in_one_game_that_starts_with_the_last(alice: User, bob: User) -> None:
    old = finished_game([alice, bob], recorded="single_hand_of_three_with_bot")
    new = game_rematch(public_id=old.public_id, user=bob)
    game_contribute(public_id=new.public_id, user=bob, contribution=None)
    assert list(Notice.objects.filter(game=new).values_list("kind", "user__handle")) == [("invitation", "alice")]
    assert game_rematch(public_id=old.public_id, user=alice) == new
    assert list(new.seats.order_by("number").values_list("user__handle", flat=True)[:3:2]) == ["bob", "alice"]
    game_contribute(public_id=new.public_id, user=alice, contribution=None)
    new.refresh_from_db()
    assert new.status == Game.Status.RUNNING


def test_a_rematch_that_all_left_makes_room_for_another(alice: User, bob: User) -> None:
    old = finished_game([alice, bob], recorded="single_hand_of_two")
    left = game_rematch(public_id=old.public_id, user=bob)
    game_leave(public_id=left.public_id, user=bob)
    new = game_rematch(public_id=old.public_id, user=alice)
    assert new != left
    assert game_rematch(public_id=old.public_id, user=bob) == new


def test_a_rematch_of_an_older_rated_game_has_no_bot_take_turns(alice: User, bob: User) -> None:
    old = finished_game([alice, bob], recorded="single_hand_of_two", rated=True)
    Game.objects.filter(pk=old.pk).update(timeout_action="caretaker")
    new = game_rematch(public_id=old.public_id, user=bob)
    assert (new.rated, new.timeout_action) == (True, "pass")


def test_a_rematch_without_all_of_the_others_is_private(alice: User, bob: User, charlie: User) -> None:
    old = finished_game([alice, bob, charlie], recorded="single_hand_of_three")
    account_erase(user=charlie)
    new = game_rematch(public_id=old.public_id, user=bob)
    assert new.visibility == Game.Visibility.PRIVATE
    assert Invitation.objects.get().user == alice
    assert waiting_room(new, bob).missing == ["Deleted account"]


def test_those_it_is_not_for_neither_see_nor_join_a_rematch(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    old = finished_game([alice, bob, charlie], recorded="single_hand_of_three")
    person_block(user=bob, handle="charlie")
    new = game_rematch(public_id=old.public_id, user=bob)
    with pytest.raises(NoSuchGame):
        game_rematch(public_id=old.public_id, user=charlie)
    for client in (client_of(charlie), client_of(make_person("dora")), Client()):
        page = text_of(client.get(reverse("games:table", args=[old.public_id])))
        assert new.public_id not in page
        assert 'id="rematch"' not in page
    person_block(user=alice, handle="bob")
    assert refused(lambda: game_rematch(public_id=old.public_id, user=alice)) == LobbyReason.KEPT_APART
    assert 'id="rematch"' not in text_of(client_of(alice).get(reverse("games:table", args=[old.public_id])))


def test_the_others_read_who_wants_it_and_join_by_one_press(alice: User, bob: User, client_of: ClientOf) -> None:
    old = finished_game([alice, bob], recorded="single_hand_of_two")
    table = reverse("games:table", args=[old.public_id])
    asked = client_of(bob).post(reverse("games:rematch", args=[old.public_id]))
    new = Game.objects.get(rematch_of=old)
    assert asked["Location"] == reverse("games:table", args=[new.public_id])
    assert "Go to rematch" in words_of(client_of(bob).get(table))
    client = client_of(alice)
    assert "bob wants a rematch" in words_of(client.get(reverse("home")))
    assert "bob wants a rematch" in words_of(client.get(asked["Location"]))
    for page in (client.get(table), client.get(reverse("games:text_table", args=[old.public_id]))):
        assert "bob wants a rematch Play again" in words_of(page)
    # Without script, both presses decline to add to the deal.
    client.post(reverse("games:rematch", args=[old.public_id]))
    new.refresh_from_db()
    assert new.status == Game.Status.RUNNING
    assert "Go to rematch" in words_of(client.get(table))
    assert "Go to rematch" in words_of(Client().get(table))


@pytest.mark.django_db(transaction=True)
def test_presses_at_the_same_moment_make_one_game() -> None:
    alice, bob = make_person("alice"), make_person("bob")
    old = finished_game([alice, bob], recorded="single_hand_of_two")
    presses = [partial(game_rematch, public_id=old.public_id, user=user) for user in (alice, bob)]
    assert at_once(*presses) == ["accepted", "accepted"]
    new = Game.objects.exclude(pk=old.pk).get()
    assert set(new.seats.values_list("user", flat=True)) == {alice.pk, bob.pk}
    assert Invitation.objects.count() == 1
