"""The cast, and repeatable chance."""

import logging
import os
import random
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
import time_machine
from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.cache import cache
from django.db import connections
from django.test import TransactionTestCase, override_settings
from django.utils import timezone, translation
from psycopg._preparing import PrepareManager
from pytest_django import DjangoDbBlocker

from accounts.fast.caches import clear_all
from accounts.models import User
from accounts.site.state import SiteNow, site_keep
from games.lobby.services import NewGame
from games.models import Game
from odinsite.collector import freeze_loaded
from odinsite.embedded.folder import Folder
from odinsite.redis.breaker import breaker_of, servers
from tests.clients import ClientOf, logged_in, page_context_keep
from tests.emptying import state_back
from tests.factories import make_person
from tests.games_laid import lay_game
from tests.kept_database import database_take
from tests.play.slow_games import START
from tests.servers import FOLDER

PLAIN_STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    # The real one needs collectstatic; tests/embedded has it.
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
# Per connection, because each takes memory.
PREPARED_STATEMENTS = 500
# Django's log of errors in functions that run after a commit.
HOOKS_LOG = "django.db.backends.base"
DATABASE_FIXTURES = {"db", "transactional_db", "django_db_reset_sequences", "django_db_serialized_rollback"}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave tests of the fast path out without it."""
    if not settings.ODIN_FAST:
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("fast")])
        items[:] = [item for item in items if not item.get_closest_marker("fast")]


def pytest_collection_finish() -> None:
    """Freeze the objects loaded by now, and collect rarely, because tests leave few circles."""
    freeze_loaded()


@pytest.fixture(scope="session", autouse=True)
def quick_settings() -> Iterator[None]:
    """Settings as in production, without hashed file names and slow passwords; clients store only a page's context."""
    hashers = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    with override_settings(STORAGES=PLAIN_STORAGES, PASSWORD_HASHERS=hashers), pytest.MonkeyPatch.context() as patch:
        patch.setattr("django.test.client.store_rendered_templates", page_context_keep)
        yield


@pytest.fixture(scope="session", autouse=True)
def prepared_statements() -> Iterator[None]:
    """Keep prepared statements from test to test. A test ends with a rollback, after which psycopg would drop them, and
    PostgreSQL would plan each query of the next test again.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PrepareManager, "clear", lambda _manager: False)
        patch.setattr(PrepareManager, "prepared_max", PREPARED_STATEMENTS)
        yield


class _Raising(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[1]:
            raise record.exc_info[1]


@pytest.fixture(scope="session", autouse=True)
def loud_hooks() -> Iterator[None]:
    """Make a test fail if what runs after a commit fails, which the site logs."""
    log, handler = logging.getLogger(HOOKS_LOG), _Raising()
    log.addHandler(handler)
    yield
    log.removeHandler(handler)


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Copy the kept database for this process."""
    with django_db_blocker.unblock():
        worker = os.environ.get("PYTEST_XDIST_WORKER", "")
        database_take(Folder(Path(os.environ[FOLDER])), f"test_odin_{worker}".rstrip("_"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _case: state_back())
        yield
    connections.close_all()


@pytest.fixture(autouse=True)
def empty_caches(request: pytest.FixtureRequest) -> None:
    """Clear Redis and the process's caches if a test has a database."""
    # An earlier test's failure would disable Redis for a second.
    for server in servers():
        breaker_of(server).answered()
    if DATABASE_FIXTURES & set(request.fixturenames) or request.node.get_closest_marker("django_db"):
        cache.clear()
    site_keep(SiteNow())
    # Stored test games have the same public id in every test, unlike the site's.
    clear_all()
    # Those of an earlier test's page.
    translation.deactivate()
    timezone.deactivate()


@pytest_asyncio.fixture
async def async_database(transactional_db: None) -> AsyncIterator[None]:
    """An asynchronous connection would block dropping the database."""
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
    """A clock stopped at the module's START, else at that of slow games."""
    with time_machine.travel(getattr(request.module, "START", START), tick=False) as traveller:
        yield traveller


@pytest.fixture
def client_of(db: None) -> ClientOf:
    return logged_in


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    return lay_game([alice, bob])


@pytest.fixture
def private_game(alice: User, bob: User) -> Game:
    return lay_game([alice, bob], NewGame(seats=2, visibility=Game.Visibility.PRIVATE))
