"""Starts PostgreSQL and Redis before Django reads its settings (pytest loads this with `-p`).

The controller makes and removes the run's folder. Workers share PostgreSQL, with a database each, and have a Redis
each, as database numbers do not separate channels.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from pathlib import Path

import pytest

from odinsite.embedded.environment import set_environment
from odinsite.embedded.errors import StartError
from odinsite.embedded.folder import BASE_DIR, Folder
from odinsite.embedded.redis import Redis
from odinsite.embedded.servers import PATIENCE, TICK, Servers
from tests.kept_database import FAST, database_copy, database_discard, database_sound

FOLDER = "ODIN_TEST_FOLDER"
WITH_BROWSER = "ODIN_TEST_BROWSER"
# Tells workers that the server is ready.
USABLE = "usable"

CHOSEN_BY_TESTS = (
    *("DATABASE_URL", "REDIS_URL", "PUBLIC_URL", "TRUSTED_PROXIES", "DEBUG", "EMAIL_URL", "MAILBOX_KEY"),
    *("VAPID_PRIVATE_KEY", "OUTWARD_NETWORKS", "SSL_CERT_FILE", "METRICS_TOKEN", "METRICS_NETWORKS"),
    *("OIDC_NAME", "OIDC_SERVER_URL", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"),
)


class RunServers:
    """The plugin of a controller or worker."""

    def __init__(self) -> None:
        self.worker = os.environ.get("PYTEST_XDIST_WORKER", "")
        if not self.worker:
            os.environ[FOLDER] = tempfile.mkdtemp(prefix="odin-tests-")
        self.folder = Folder(Path(os.environ[FOLDER]))
        for name in CHOSEN_BY_TESTS:
            os.environ.pop(name, None)
        self.maker: subprocess.Popen[str] | None = None
        self.servers: Servers | None = None
        self.redis: Redis | None = None

    def begin(self) -> None:
        """Start servers while pytest collects."""
        self.folder.prepare()
        if not self.worker:
            self._begin_server()
        set_environment(self.folder)
        if self.worker:
            self._own_redis()

    def wait(self) -> None:
        """Return when tests may begin. Raises StartError."""
        if self.worker:
            self._wait_for(self.folder.path / USABLE)
            self.servers = Servers(self.folder, FAST)
            self.servers.wait()
        else:
            self._have_database()
        deadline = time.monotonic() + PATIENCE
        while self.redis and not self.redis.ready():
            if time.monotonic() > deadline:
                raise StartError(f"Redis is not ready after {PATIENCE:.0f} seconds; see {self.redis.log}.")
            time.sleep(TICK)

    def stop(self) -> None:
        if self.maker:
            self.maker.terminate()
            self.maker.communicate()
        if self.redis:
            self.redis.stop()
        if self.servers:
            self.servers.release()
        if not self.worker:
            shutil.rmtree(self.folder.path, ignore_errors=True)

    def _begin_server(self) -> None:
        """Make the kept database first if needed."""
        if database_copy(self.folder):
            self.servers = Servers(self.folder, FAST)
        else:
            self.maker = make_database()

    def _have_database(self) -> None:
        """Wait for the kept database, and replace it once if it is broken."""
        self._end_maker()
        if not self._sound():
            database_discard()
            if self.servers:
                self.servers.release()
            shutil.rmtree(self.folder.postgres, ignore_errors=True)
            self._begin_server()
            self._end_maker()
            assert self.servers
            self.servers.wait()
        (self.folder.path / USABLE).touch()

    def _end_maker(self) -> None:
        if self.maker is None:
            return
        _none, words = self.maker.communicate()
        failed, self.maker = self.maker.returncode != 0, None
        if failed or not database_copy(self.folder):
            raise StartError(words.strip() or "The tests' database was not made.")
        self.servers = Servers(self.folder, FAST)

    def _sound(self) -> bool:
        assert self.servers
        try:
            self.servers.wait()
        except StartError:
            return False
        return database_sound(self.folder)

    def _wait_for(self, path: Path) -> None:
        deadline = time.monotonic() + 2 * PATIENCE
        while not path.exists():
            if time.monotonic() > deadline:
                raise StartError(f"The run's servers are not ready after {2 * PATIENCE:.0f} seconds.")
            time.sleep(TICK)

    def _own_redis(self) -> None:
        path = self.folder.sockets / f"{self.worker}.sock"
        self.redis = Redis(path, self.folder.logs / f"redis-{self.worker}.log")
        self.redis.begin()
        os.environ["REDIS_URL"] = f"unix://{path}"


def make_database() -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.kept_database"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        cwd=BASE_DIR,
        env={name: value for name, value in os.environ.items() if name != "REDIS_URL"},
    )


def pytest_addoption(pluginmanager: pytest.PytestPluginManager) -> None:
    """Loading Playwright is slow."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        asked = any("browser" in word for word in (os.getcwd(), *sys.argv[1:]))
        os.environ[WITH_BROWSER] = "yes" if asked else ""
    if not os.environ[WITH_BROWSER]:
        pluginmanager.set_blocked("playwright")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None, object, object]:
    servers = RunServers()
    early_config.pluginmanager.register(servers, "odin-servers")
    early_config.add_cleanup(servers.stop)
    servers.begin()
    return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> Generator[None, object, object]:
    servers = session.config.pluginmanager.get_plugin("odin-servers")
    assert isinstance(servers, RunServers)
    servers.wait()
    return (yield)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Without Hypothesis, skip its summary, which is slow to load. Workers may report its failing examples."""
    if "hypothesis" not in sys.modules and not session.config.getoption("numprocesses", 0):
        session.config.pluginmanager.unregister(name="hypothesispytest")
