"""Fixtures that every layer's tests share: the cast, and chance that comes out the same each time."""

import random
from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
import time_machine
from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.db import connection, connections
from django.test import override_settings
from pytest_django import DjangoDbBlocker

from accounts.models import User
from accounts.site_state import SiteNow, site_keep
from tests.factories import make_person
from tests.services.slow import START

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
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """Let tests that commit empty the database after themselves: tables that nobody may empty would refuse it."""
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute("SELECT tgrelid::regclass::text, tgname FROM pg_trigger WHERE tgname LIKE '%\\_no\\_truncate'")
        for table, trigger in cursor.fetchall():
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER {trigger}")


@pytest.fixture(autouse=True)
def empty_redis(request: pytest.FixtureRequest) -> None:
    """Let no test see another one's rate limits, presence or queue; the site's state is known, as nearly always."""
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
