"""Open streams at a small site hold no thread and no database connection each."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from games.live.threads import THREADS
from tests.bench.streams.__main__ import AT_A_TIME, measured
from tests.embedded.running import Running

pytestmark = pytest.mark.whole

# The threads of sockets and streams hold so many connections, and pages have the rest.
POOL = THREADS + 4
STREAMS = 60


def test_streams_are_more_than_threads_and_connections(tmp_path: Path) -> None:
    with Running(tmp_path / "site", TRUSTED_PROXIES="127.0.0.1", DB_POOL_SIZE=str(POOL)) as site:
        found = asyncio.run(measured(site, STREAMS, 2))
    assert (found["streams"], found["turns"]) == (STREAMS, 2)
    assert found["threads_after"] - found["threads_before"] < STREAMS - AT_A_TIME
    assert found["connections_after"] - found["connections_before"] <= POOL
