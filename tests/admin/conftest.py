"""The cast, the administrator, and a site on which everything that the admin shows exists."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.test import Client

from accounts.models import User
from games.lobby.invitations import person_invite
from games.lobby.queue import queue_join
from games.lobby.services import NewGame, game_create
from games.models import Game
from games.play.seats.resign import seat_resign
from tests.factories import log_in_with_code, make_person
from tests.games_laid import Place, game_at, lay_game
from tests.password import PASSWORD

PRIVATE = Game.Visibility.PRIVATE


@dataclass(frozen=True)
class Scene:
    """Games in every state that hides something; `running` is in its second hand."""

    people: tuple[User, ...]
    running: Game
    given_up: Game
    offer: Game


def make_scene(prefix: str) -> Scene:
    """Make at least one row for each page of the admin, with people of its own."""
    alice, bob, charlie, dora = (make_person(f"{prefix}{name}") for name in ("alice", "bob", "charlie", "dora"))
    running = game_at([alice, bob], Place(2, 3), recorded="target_30_of_two", visibility=PRIVATE)
    given_up = lay_game([alice, bob, charlie], NewGame(seats=4, bots=["berserker"]))
    seat_resign(public_id=given_up.public_id, user=charlie)
    offer = game_create(host=alice, new=NewGame(seats=3, visibility=PRIVATE))
    person_invite(public_id=offer.public_id, host=alice, handle=dora.handle)
    queue_join(user=dora, seats=6 if prefix else 5)
    return Scene((alice, bob, charlie, dora), running, given_up, offer)


@pytest.fixture(scope="session", autouse=True)
def addresses() -> None:
    """Load the site's addresses, because the admin finds its pages only then, and tests that inspect the registry
    request no page first.
    """
    import_module(settings.ROOT_URLCONF)


@pytest.fixture
def scene(db: None) -> Scene:
    return make_scene("")


@pytest.fixture
def superuser(db: None) -> User:
    user = User.objects.create_superuser("boss", "boss@example.org", PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    return user


@pytest.fixture
def staff(db: None) -> User:
    """A member of staff without any permission so far."""
    return User.objects.create_user("clerk", "clerk@example.org", PASSWORD, is_staff=True)


@pytest.fixture
def boss(superuser: User) -> Client:
    """The administrator's browser."""
    return browser_of(superuser)


def browser_of(user: User) -> Client:
    """A browser in which the person is logged in, with two-factor login."""
    client = Client()
    log_in_with_code(client, user)
    return client
