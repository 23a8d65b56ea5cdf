"""Inviting a friend, a recent opponent or the player of a profile to a new game."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.privacy.erasure import account_erase
from games.lobby import invitations
from games.lobby.errors import InvitationReason
from games.models import Game, Invitation
from games.people.blocks import person_block
from games.people.friends import friend_accept, friend_ask
from games.play.bot_accounts import bot_user
from tests.clients import ClientOf
from tests.factories import make_person
from tests.games_laid import finished_game
from tests.lobby.test_new_game import PLAIN
from tests.page_texts import main_of, queries_of, words_of

NEW = "/games/new/"
INVITE_BOB = f"{NEW}?invite=bob"


def friends(one: User, other: User) -> None:
    friend_ask(user=one, handle=other.handle)
    friend_accept(user=other, handle=one.handle)


def create(client: Client, address: str, **chosen: str) -> Any:
    return client.post(address, PLAIN | chosen, follow=True)


def test_friends_opponents_and_profiles_lead_to_a_new_game_with_them(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    friends(alice, bob)
    finished_game([alice, charlie], recorded="single_hand_of_two")
    client = client_of(alice)
    page = main_of(client.get(reverse("games:friends")))
    assert re.findall(r'href="/games/new/\?invite=(\w+)"', page) == ["bob", "charlie"]
    assert INVITE_BOB in main_of(client.get(reverse("games:profile", args=["bob"])))
    new = client.get(INVITE_BOB)
    assert "bob gets an invitation to this game." in words_of(new)
    assert "Play against bots" not in words_of(new)
    assert "?kind=live&amp;invite=bob#more-options" in main_of(new)


def test_creating_it_invites_them(alice: User, bob: User, client_of: ClientOf) -> None:
    answer = create(client_of(alice), INVITE_BOB, visibility="private")
    assert "You invited bob." in words_of(answer)
    invitation = Invitation.objects.get()
    assert (invitation.user, invitation.invited_by, invitation.game.visibility) == (bob, alice, "private")
    assert "alice invites you to a game" in words_of(client_of(bob).get("/"))


def test_bots_leave_the_invited_a_seat(alice: User, bob: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    answer = create(client, INVITE_BOB, seats="3", bots_skald="2")
    assert answer.status_code == 422
    assert "Too many bots. For 3 players, choose 1 at most." in words_of(answer)
    assert "bob gets an invitation to this game." in words_of(answer)
    create(client, INVITE_BOB, seats="3", bots_skald="1")
    assert Invitation.objects.get().game == Game.objects.get()


def test_a_refused_invitation_leaves_the_game(
    alice: User, bob: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invitations, "MAX_A_DAY", 0)
    answer = create(client_of(alice), INVITE_BOB)
    assert Game.objects.get().status == Game.Status.OPEN
    assert str(InvitationReason.TOO_MANY_TODAY.words) in words_of(answer)
    assert "You invited bob." not in words_of(answer)


@pytest.mark.parametrize("blocker", ["alice", "bob"])
def test_blocks_either_way_are_refused_and_create_nothing(
    alice: User, bob: User, client_of: ClientOf, blocker: str
) -> None:
    by, other = (alice, bob) if blocker == "alice" else (bob, alice)
    person_block(user=by, handle=other.handle)
    client = client_of(alice)
    for answer in (client.get(INVITE_BOB, follow=True), create(client, INVITE_BOB)):
        assert "bob gets an invitation" not in words_of(answer)
    assert not Game.objects.exists()
    assert INVITE_BOB not in main_of(client.get(reverse("games:friends")))


def test_strangers_bots_erased_accounts_and_oneself_are_refused(alice: User, bob: User, client_of: ClientOf) -> None:
    account_erase(user=bob)
    client = client_of(alice)
    for handle in ("nobody", "bob", "alice", bot_user("skald").handle, "a b"):
        answer = client.get(NEW, {"invite": handle})
        assert answer.headers["Location"] == NEW, handle


def test_guests_and_visitors_see_no_such_button(alice: User, client: Client, client_of: ClientOf) -> None:
    make_person("bob")
    nina = User.objects.create_user(handle="Nina", is_guest=True)
    for viewer in (client, client_of(nina)):
        assert "?invite=" not in main_of(viewer.get(reverse("games:profile", args=["bob"])))


def test_it_takes_two_queries(alice: User, bob: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    plain = queries_of(lambda: client.get(NEW))
    assert queries_of(lambda: client.get(INVITE_BOB)) == plain + 2
