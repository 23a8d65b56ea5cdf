"""A clock that jumped and came back, or was put back, stops no sweep."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import time_machine

from odinsite.celery import app
from odinsite.queue.schedule import Scheduler
from odinsite.queue.sweeps import TIMETABLE

pytestmark = pytest.mark.django_db

NOON = datetime(2027, 1, 12, 12, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
STEP = timedelta(seconds=15)
EVERY_MINUTE = {
    name
    for name, entry in TIMETABLE.items()
    if isinstance(entry["schedule"], float) and entry["schedule"] <= MINUTE.total_seconds()
}


@pytest.fixture(autouse=True)
def empty_queues() -> Iterator[None]:
    yield
    app.control.purge()


def sent(scheduler: Scheduler, traveller: time_machine.Traveller, time: timedelta = 2 * MINUTE) -> set[str]:
    """The sweeps that the timetable sends in that time."""
    before = {name: entry.total_run_count for name, entry in scheduler.schedule.items()}
    for _step in range(int(time / STEP)):
        traveller.shift(STEP)
        while scheduler.tick() <= 0:
            pass
    return {name for name, entry in scheduler.schedule.items() if entry.total_run_count > before[name]}


def timetable(folder: Path) -> Scheduler:
    return Scheduler(app, schedule_filename=str(folder / "timetable"))


@pytest.mark.parametrize("restarts", ["", "and restarts"])
@pytest.mark.parametrize("wrong", [timedelta(hours=5), timedelta(days=400)])
def test_sweeps_go_on_once_the_clock_is_right_again(tmp_path: Path, wrong: timedelta, restarts: str) -> None:
    with time_machine.travel(NOON, tick=False) as traveller:
        scheduler = timetable(tmp_path)
        assert sent(scheduler, traveller) >= EVERY_MINUTE
        traveller.shift(wrong)
        assert sent(scheduler, traveller) >= EVERY_MINUTE
        traveller.shift(-wrong)
        if restarts:
            scheduler.close()
            scheduler = timetable(tmp_path)
        assert sent(scheduler, traveller) >= EVERY_MINUTE
        # What is done at an hour waits for it, and is not missed.
        traveller.move_to(NOON.replace(hour=4, minute=15) + timedelta(days=1))
        sent(scheduler, traveller, MINUTE)
        assert {"notices_sweep", "guests_sweep"} <= sent(scheduler, traveller, 16 * MINUTE)
        scheduler.close()
