"""A worker with a timetable sends the sweeps itself, as the worker of `up` does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from games.health.heartbeats import heartbeats
from odinsite.celery import app
from tests.embedded.running import wait_until
from tests.live.children import PATIENCE_S, running

pytestmark = [pytest.mark.whole, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def empty_queues() -> Iterator[None]:
    app.control.purge()
    yield
    app.control.purge()


def test_sweeps_are_sent_once_the_timetable_can_be_written(tmp_path: Path) -> None:
    log, folder = tmp_path / "worker.log", tmp_path / "folder"
    with running("-m", "odinsite.queue", str(folder / "timetable"), log=log) as worker:
        wait_until(lambda: "the timetable failed" in log.read_text(), "a failure", PATIENCE_S)
        assert worker.poll() is None
        assert not clocks()
        folder.mkdir()
        wait_until(clocks, "a clock", PATIENCE_S)
        assert list(folder.glob("timetable*"))
        worker.terminate()
        assert worker.wait(PATIENCE_S) == 0
    assert not clocks()


def clocks() -> list[str]:
    """The processes that send heartbeats of a timetable."""
    return [each.name for each in heartbeats() if each.is_scheduler]
