"""The site's web process on the tests' own database, with games written as rows.

It starts in seconds; a whole site takes twenty. There is no queue: tests call the services that a worker would call.
"""

import os
from collections.abc import Callable, Iterator

import pytest
from django.test import Client

from accounts.models import User
from tests.browser.conftest import NewContext
from tests.browser.pages.seated_player import SeatedPlayer
from tests.embedded.prepared import static_collected
from tests.factories import make_person
from tests.live.children import Web, web

# Playwright's synchronous interface runs a loop in the tests' thread, where Django would refuse queries.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
BACKEND = "accounts.sign_in.backends.PersonBackend"

Enter = Callable[..., SeatedPlayer]


@pytest.fixture(scope="session")
def web_process(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    log = tmp_path_factory.mktemp("web") / "log"
    # Browsers know passkeys on localhost, but not on its address.
    hosts, folder = "localhost", str(static_collected())
    with web(log, STATIC_ROOT=folder, DJANGO_ALLOW_ASYNC_UNSAFE="", ALLOWED_HOSTS=hosts) as process:
        yield process


@pytest.fixture
def address(web_process: Web, transactional_db: None) -> str:
    return f"http://{web_process.address}"


@pytest.fixture
def enter(visit: NewContext) -> Enter:
    """Opens a browser in which the person is logged in."""

    def make(handle: str, **options: object) -> SeatedPlayer:
        user = make_person(handle)
        player = SeatedPlayer(visit(**options), user)
        player.log_in_with(session_of(user))
        return player

    return make


def session_of(user: User) -> str:
    """The key of a new session."""
    client = Client()
    client.force_login(user, backend=BACKEND)
    return str(client.session.session_key)
