"""The site's web process on the tests' own database: pages, scripts and sockets as people get them, of laid games.

It starts in seconds, where a whole site takes twenty. Nothing here waits for a queue: a test plays the bots' turns, and
does what is due, by calling the services that the worker would call.
"""

import fcntl
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.test import Client

from accounts.models import User
from tests.browser.conftest import NewContext
from tests.browser.pages.seated_player import SeatedPlayer
from tests.factories import make_person
from tests.live.children import ROOT, Web, environment, web
from tests.servers import FOLDER

# Playwright's synchronous interface has a loop in the tests' thread, in which Django would refuse to ask the database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
BACKEND = "accounts.sign_in.backends.PersonBackend"

Enter = Callable[..., SeatedPlayer]


@pytest.fixture(scope="session")
def static_files() -> Path:
    """Scripts and styles as they are served, collected once for all workers of the run."""
    folder = Path(os.environ[FOLDER]) / "static"
    with Path(os.environ[FOLDER], "static.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "staticfiles.json").exists():
            command = [sys.executable, "manage.py", "collectstatic", "--noinput", "-v0"]
            subprocess.run(command, cwd=ROOT, env=environment(STATIC_ROOT=str(folder)), check=True)
    return folder


@pytest.fixture(scope="session")
def web_process(django_db_setup: None, static_files: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    log = tmp_path_factory.mktemp("web") / "log"
    with web(log, STATIC_ROOT=str(static_files), DJANGO_ALLOW_ASYNC_UNSAFE="") as process:
        yield process


@pytest.fixture
def address(web_process: Web, transactional_db: None) -> str:
    return f"http://{web_process.address}"


@pytest.fixture
def enter(visit: NewContext) -> Enter:
    """Has somebody come with a browser in which they are logged in."""

    def make(handle: str, **options: object) -> SeatedPlayer:
        user = make_person(handle)
        player = SeatedPlayer(visit(**options), user)
        player.log_in_with(session_of(user))
        return player

    return make


def session_of(user: User) -> str:
    """The key of a new login of this person."""
    client = Client()
    client.force_login(user, backend=BACKEND)
    return str(client.session.session_key)
