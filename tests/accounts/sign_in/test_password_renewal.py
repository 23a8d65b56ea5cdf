"""A log-in renews the hash of an old password when Django raises its rounds. What hangs on the password stays valid."""

import asyncio

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.test import Client
from pytest_django.fixtures import Settings

from accounts.models import User
from games.notices.errors import LinkRefused
from games.notices.links.turn import link_issue, link_open
from tests.accounts.conftest import Login, give_password, is_in, link_mailed
from tests.factories import make_game, seat_to_act
from tests.notices.links.turn_links import notice_of, token_of
from tests.password import PASSWORD

pytestmark = pytest.mark.django_db


class Renewed(MD5PasswordHasher):
    algorithm = "md5_renewed"


@pytest.fixture
def release(settings: Settings) -> None:
    """Django's next release has come: all hashes are of an old kind."""
    settings.PASSWORD_HASHERS = [f"{__name__}.Renewed", *settings.PASSWORD_HASHERS]


def is_renewed(user: User) -> bool:
    user.refresh_from_db()
    return user.password.startswith("md5_renewed$")


def test_a_log_in_elsewhere_logs_no_device_out(alice: User, login: Login, request: pytest.FixtureRequest) -> None:
    phone = login("alice")
    request.getfixturevalue("release")
    laptop = login("alice")
    assert is_renewed(alice)
    assert is_in(laptop)
    assert is_in(phone)


def test_mailed_turn_links_go_on_working(alice: User, bob: User, login: Login, request: pytest.FixtureRequest) -> None:
    game = make_game([alice, bob])
    token = token_of(link_issue(notice_of(game)))
    player = seat_to_act(game).user
    assert player is not None
    request.getfixturevalue("release")
    login(player.handle)
    assert is_renewed(player)
    assert link_open(token=token).user == player
    player.set_password("another-sound-one")
    player.save(update_fields=["password"])
    with pytest.raises(LinkRefused):
        link_open(token=token)


@pytest.mark.parametrize(
    ("asks", "part"), [("/accounts/password/reset/", "password/reset/key"), ("/accounts/login/link/", "login/link")]
)
def test_mailed_links_to_the_account_survive_the_question_for_the_password(
    alice: User, login: Login, request: pytest.FixtureRequest, asks: str, part: str
) -> None:
    client = login("alice")
    Client().post(asks, {"email": alice.email})
    link = link_mailed(part)
    request.getfixturevalue("release")
    give_password(client)
    assert is_renewed(alice)
    assert "This link no longer works" not in Client().get(link, follow=True).content.decode()
    alice.set_password("another-sound-one")
    alice.save()
    assert "This link no longer works" in Client().get(link, follow=True).content.decode()


def test_a_renewal_overwrites_no_new_password(alice: User, request: pytest.FixtureRequest) -> None:
    stale = User.objects.get(pk=alice.pk)
    alice.set_password("another-sound-one")
    alice.save()
    request.getfixturevalue("release")
    assert stale.check_password(PASSWORD)
    alice.refresh_from_db()
    assert alice.check_password("another-sound-one")


@pytest.mark.django_db(transaction=True)
def test_the_asynchronous_check_renews_the_same_way(alice: User, request: pytest.FixtureRequest) -> None:
    request.getfixturevalue("release")
    before = alice.get_session_auth_hash()
    assert asyncio.run(alice.acheck_password(PASSWORD))
    assert is_renewed(alice)
    assert alice.get_session_auth_hash() == before


def test_taking_the_password_away_ends_sessions(alice: User, login: Login) -> None:
    client = login("alice")
    alice.set_unusable_password()
    alice.save(update_fields=["password"])
    assert not is_in(client)
