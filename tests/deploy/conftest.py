"""Processes of the site with their own Redis."""

from __future__ import annotations

import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from odinsite.embedded.redis import Redis
from tests.deploy.redis.away import Absence
from tests.embedded.running import wait_until


@pytest.fixture(scope="module")
def own_redis() -> Iterator[Redis]:
    # A socket's path must be short.
    folder = Path(tempfile.mkdtemp(prefix="odin-redis-"))
    redis = Redis(folder / "redis.sock", folder / "redis.log")
    redis.begin()
    try:
        wait_until(redis.ready, "Redis")
        yield redis
    finally:
        assert redis.child is not None
        redis.child.send_signal(signal.SIGCONT)
        redis.stop()
        shutil.rmtree(folder)


@pytest.fixture(scope="module", params=["stopped", "hanging"])
def absence(request: pytest.FixtureRequest, own_redis: Redis) -> Absence:
    return Absence(own_redis, hangs=request.param == "hanging")
