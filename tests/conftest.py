"""Fixtures that every layer's tests share: the cast, and chance that comes out the same each time."""

import os
import random
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
import time_machine
from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.db import connections
from django.test import TransactionTestCase, override_settings
from pytest_django import DjangoDbBlocker

from accounts.models import User
from accounts.site.state import SiteNow, site_keep
from games.lobby.services import NewGame
from games.models import Game
from odinsite.embedded.folder import Folder
from odinsite.redis.breaker import breaker
from tests.clients import ClientOf, logged_in
from tests.emptying import state_back
from tests.factories import make_person
from tests.games_laid import lay_game
from tests.kept_database import database_take
from tests.play.slow_games import START
from tests.servers import FOLDER

PLAIN_STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    # The real one wants collectstatic first; tests/embedded has that.
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
DATABASE_FIXTURES = {"db", "transactional_db", "django_db_reset_sequences", "django_db_serialized_rollback"}


@pytest.fixture(scope="session", autouse=True)
def quick_settings() -> Iterator[None]:
    """Everything as in production, except what would only cost time: hashed file names and slow password hashes."""
    with override_settings(STORAGES=PLAIN_STORAGES, PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Copy the kept database for this process; it goes with the run's servers. Tests that commit empty it quickly."""
    with django_db_blocker.unblock():
        worker = os.environ.get("PYTEST_XDIST_WORKER", "")
        database_take(Folder(Path(os.environ[FOLDER])), f"test_odin_{worker}".rstrip("_"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _case: state_back())
        yield
    connections.close_all()


@pytest.fixture(autouse=True)
def empty_redis(request: pytest.FixtureRequest) -> None:
    """Let no test see another one's rate limits, presence or queue; the site's state is known, as nearly always."""
    # A test before this one may have had a Redis that was away, which is left alone for a second.
    breaker.answered()
    if DATABASE_FIXTURES & set(request.fixturenames) or request.node.get_closest_marker("django_db"):
        cache.clear()
    site_keep(SiteNow())


@pytest_asyncio.fixture
async def async_database(transactional_db: None) -> AsyncIterator[None]:
    """For asynchronous tests: their thread's connection would keep the test database from being dropped."""
    yield
    await sync_to_async(connections.close_all)()


@pytest.fixture
def alice(db: None) -> User:
    return make_person("alice")


@pytest.fixture
def bob(db: None) -> User:
    return make_person("bob")


@pytest.fixture
def charlie(db: None) -> User:
    return make_person("charlie")


@pytest.fixture
def rng() -> random.Random:
    return random.Random(7)


@pytest.fixture
def travel(request: pytest.FixtureRequest) -> Iterator[time_machine.Traveller]:
    """The clock stands, at the START of the test's module or else at that of slow games, until the test moves it."""
    with time_machine.travel(getattr(request.module, "START", START), tick=False) as traveller:
        yield traveller


@pytest.fixture
def client_of(db: None) -> ClientOf:
    return logged_in


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    """A public game of two, just dealt; nobody has been at its page."""
    return lay_game([alice, bob])


@pytest.fixture
def private_game(alice: User, bob: User) -> Game:
    return lay_game([alice, bob], NewGame(seats=2, visibility=Game.Visibility.PRIVATE))
