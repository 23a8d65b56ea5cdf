"""Deleting an account: the erased values, the remaining ones, all or nothing."""

from collections.abc import Iterator
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import Group
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.privacy.erasure import account_erase
from accounts.signals import account_closing
from games.lobby.invitations import person_invite
from games.lobby.queue import queue_join
from games.lobby.services import NewGame, game_create
from games.models import Game, Invitation, QueueEntry
from tests.accounts.conftest import Login, is_in, link_mailed
from tests.factories import make_person
from tests.games_laid import finished_game, lay_game
from tests.password import PASSWORD

pytestmark = pytest.mark.django_db


def delete(client: Client, password: str = PASSWORD) -> Any:
    return client.post("/settings/delete/", {"password": password}, follow=True)


def test_the_page_says_what_happens_before_it_does(alice: User, login: Login) -> None:
    page = login("alice").get("/settings/delete/").content.decode()
    assert "resign the others" in page
    assert "Deleted account" in page
    alice.refresh_from_db()
    assert alice.is_active


@pytest.mark.parametrize("password", ["wrong", "", PASSWORD.upper()])
def test_a_wrong_password_deletes_nothing(alice: User, login: Login, password: str) -> None:
    client = login("alice")
    answer = delete(client, password)
    assert answer.status_code == 422
    assert is_in(client)


def test_passwords_cannot_be_guessed_here(alice: User, login: Login) -> None:
    client = login("alice")
    for _guess in range(5):
        delete(client, "wrong")
    assert "Too many tries." in delete(client).content.decode()
    assert is_in(client)


def test_name_mail_password_and_logins_are_gone_for_good(alice: User, login: Login) -> None:
    here, there = login("alice"), login("alice")
    alice.groups.add(Group.objects.create(name="helpers"))
    User.objects.filter(pk=alice.pk).update(is_staff=True, time_zone="Europe/Oslo")
    answer = delete(here)
    assert "Your account is deleted." in answer.content.decode()
    assert [is_in(client) for client in (here, there, login("alice"))] == [False] * 3
    gone = User.objects.get(pk=alice.pk)
    assert (gone.handle, gone.name, gone.email) == (f"erased-{gone.pk}", "Deleted account", "")
    assert (gone.is_active, gone.is_staff, gone.is_superuser, gone.time_zone) == (False, False, False, "UTC")
    assert gone.erased_at is not None
    assert gone.last_login is None
    assert not gone.has_usable_password()
    assert not gone.groups.exists()
    assert not EmailAddress.objects.filter(user=gone).exists()
    assert not UserSession.objects.filter(user=gone).exists()


def test_games_are_left_resigned_or_kept_under_a_neutral_name(alice: User, bob: User, login: Login) -> None:
    finished_game([alice, bob], recorded="single_hand_of_two", name="Long night")
    running = lay_game([alice, bob, make_person("charlie")])
    offer = game_create(host=bob, new=NewGame(seats=3))
    person_invite(public_id=offer.public_id, host=bob, handle="alice")
    own = game_create(host=alice, new=NewGame(seats=3))
    queue_join(user=alice, seats=4)
    delete(login("alice"))
    own.refresh_from_db()
    assert own.status == Game.Status.CANCELLED
    assert running.seats.get(user=alice).resigned_at is not None
    assert not Invitation.objects.filter(user=alice).exists()
    assert not QueueEntry.objects.exists()
    page = login("bob").get(reverse("games:profile", args=["bob"])).content.decode()
    assert "Deleted account" in page
    assert "alice" not in page
    assert "erased-" not in page


def test_the_address_is_free_again(alice: User, login: Login, client: Client) -> None:
    delete(login("alice"))
    client.post("/accounts/signup/", {"username": "alicia", "email": alice.email, "password1": PASSWORD})
    assert mail.outbox[-1].subject == "Confirm your email address"
    client.post(link_mailed("confirm-email"))
    assert User.objects.get(handle="alicia").email == "alice@example.org"


def test_the_handle_of_a_former_player_cannot_be_taken(alice: User, login: Login, client: Client) -> None:
    delete(login("alice"))
    form = {"username": f"erased-{alice.pk}", "email": "x@example.org", "password1": PASSWORD}
    assert "This username looks like one of our own." in client.post("/accounts/signup/", form).content.decode()


def test_a_second_time_changes_nothing(alice: User) -> None:
    account_erase(user=alice)
    first = User.objects.get(pk=alice.pk).erased_at
    account_erase(user=alice)
    assert User.objects.get(pk=alice.pk).erased_at == first


@pytest.fixture
def failing_listener() -> Iterator[None]:
    def fail(sender: object, user: User, **_more: Any) -> None:
        raise RuntimeError("a listener failed")

    account_closing.connect(fail, weak=False, dispatch_uid="failing")
    yield
    account_closing.disconnect(dispatch_uid="failing")


@pytest.mark.django_db(transaction=True)
def test_when_games_cannot_be_left_nothing_is_erased(alice: User, bob: User, failing_listener: None) -> None:
    game = lay_game([alice, bob])
    with pytest.raises(RuntimeError):
        account_erase(user=alice)
    alice.refresh_from_db()
    game.refresh_from_db()
    assert (alice.handle, alice.erased_at, alice.is_active) == ("alice", None, True)
    assert game.status == Game.Status.RUNNING
    assert game.seats.get(user=alice).resigned_at is None
