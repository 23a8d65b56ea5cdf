"""Starts PostgreSQL and Redis for a test run, before Django reads its settings (pytest loads this with `-p`).

The run has a data folder of its own, which the process that the person started makes and removes. xdist's workers
inherit its addresses: they share the PostgreSQL server, with a test database each, and have a Redis server each,
because channels are not kept apart by database numbers.
"""

import os
import shutil
import tempfile
import time
from collections.abc import Generator
from pathlib import Path

import pytest

from odinsite.embedded.environment import set_environment
from odinsite.embedded.errors import StartError
from odinsite.embedded.folder import Folder
from odinsite.embedded.redis import Redis
from odinsite.embedded.servers import PATIENCE, TICK, Servers

FOLDER = "ODIN_TEST_FOLDER"
# Nothing here outlives the run, so nothing has to survive a power cut.
FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200")


CHOSEN_BY_TESTS = (
    *("DATABASE_URL", "REDIS_URL", "PUBLIC_URL", "TRUSTED_PROXIES", "DEBUG", "EMAIL_URL", "MAILBOX_KEY"),
    *("VAPID_PRIVATE_KEY", "OUTWARD_NETWORKS", "SSL_CERT_FILE"),
)


class RunServers:
    """The plugin of one pytest process, controller or worker."""

    def __init__(self) -> None:
        self.worker = os.environ.get("PYTEST_XDIST_WORKER", "")
        if not self.worker:
            os.environ[FOLDER] = tempfile.mkdtemp(prefix="odin-tests-")
        self.folder = Folder(Path(os.environ[FOLDER]))
        for name in CHOSEN_BY_TESTS:
            os.environ.pop(name, None)
        # Begun here and awaited before the first test, so that they start while pytest collects.
        self.servers = Servers(self.folder, FAST)
        set_environment(self.folder)
        self.redis: Redis | None = None
        if self.worker:
            self._own_redis()

    def wait(self) -> None:
        self.servers.wait()
        deadline = time.monotonic() + PATIENCE
        while self.redis and not self.redis.ready():
            if time.monotonic() > deadline:
                raise StartError(f"Redis is not ready after {PATIENCE:.0f} seconds; see {self.redis.log}.")
            time.sleep(TICK)

    def stop(self) -> None:
        if self.redis:
            self.redis.stop()
        self.servers.release()
        if not self.worker:
            shutil.rmtree(self.folder.path, ignore_errors=True)

    def _own_redis(self) -> None:
        path = self.folder.sockets / f"{self.worker}.sock"
        self.redis = Redis(path, self.folder.logs / f"redis-{self.worker}.log")
        self.redis.begin()
        os.environ["REDIS_URL"] = f"unix://{path}"


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None, object, object]:
    servers = RunServers()
    early_config.pluginmanager.register(servers, "odin-servers")
    early_config.add_cleanup(servers.stop)
    return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> Generator[None, object, object]:
    servers = session.config.pluginmanager.get_plugin("odin-servers")
    assert isinstance(servers, RunServers)
    servers.wait()
    return (yield)
