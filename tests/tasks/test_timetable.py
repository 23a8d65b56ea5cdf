"""Each function that is marked as a sweep has a task and an entry in the timetable; workers and beat know all."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from datetime import time, timedelta
from typing import Any

import pytest
from celery.schedules import crontab

from accounts.sweeps import DAY, HOUR, SWEEPS, sweep
from games import on_commit
from games.queues import QUEUES
from games.sweeps import WAITS_EVERY
from odinsite.queue.sweeps import TIMETABLE
from tests.live.children import ROOT, environment

pytestmark = pytest.mark.django_db

# What beat and then a worker do at their start, as far as the first task. Both import tasks by `init_worker`.
STARTED = """
import json, sys
from celery.beat import Service
from odinsite.celery import app
app.Beat(app=app).init_loader()
beat = {name: entry.task for name, entry in Service(app, schedule_filename=sys.argv[1]).scheduler.schedule.items()}
app.Worker(app=app, hostname="timetable")
print(json.dumps({"beat": beat, "worker": list(app.tasks)}))
"""
PERIODS = {
    "waits_sweep": 5.0,
    "bots_sweep": 10.0,
    "staff_alerts_send": 300.0,
    "starts_sweep": 10.0,
    "outbox_sweep": 15.0,
    "hooks_sweep": 15.0,
    "mails_queue": 15.0,
    "live_sweep": 30.0,
    "archive_sweep": 60.0,
    "endings_sweep": 60.0,
    "ladder_sweep": 60.0,
    "leagues_sweep": 60.0,
    "settling_sweep": 30.0,
    "ratings_rework": 30.0,
    "publications_sweep": 60.0,
    "reviews_sweep": 60.0,
    "offers_sweep": 3600.0,
    "shared_hands_sweep": 60.0,
    "hand_news_sweep": 60.0,
    "weekly_sweep": 300.0,
    "daily_sweep": 3600.0,
    "positions_sweep": 3600.0,
    "figures_work_out": crontab(minute="10"),
    "unconfirmed_forget": crontab(minute="20"),
    "tables_sweep": crontab(minute="25"),
    "deliveries_forget": crontab(hour="4", minute="25"),
    "acts_forget": crontab(minute="40"),
    "mails_tidy": crontab(minute="50"),
    "address_returns_forget": crontab(minute="50"),
    "tokens_forget": crontab(hour="4", minute="20"),
    "sessions_forget": crontab(hour="4", minute="0"),
    "notices_sweep": crontab(hour="4", minute="20"),
    "guests_sweep": crontab(hour="4", minute="30"),
    "signals_look": crontab(hour="4", minute="40"),
    "networks_forget": crontab(hour="4", minute="40"),
    "addresses_release": crontab(hour="4", minute="50"),
}


def marked() -> Iterator[str]:
    """The names of all functions under `@sweep`, in modules that may never be imported too."""
    for path in (path for folder in ("accounts", "games", "odinsite") for path in (ROOT / folder).rglob("*.py")):
        if "sweep" in (text := path.read_text()):
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.FunctionDef) and any("sweep(" in ast.unparse(d) for d in node.decorator_list):
                    yield node.name


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The tasks that beat and a worker know."""
    command = [sys.executable, "-c", STARTED, str(tmp_path_factory.mktemp("beat") / "schedule")]
    ended = subprocess.run(command, cwd=ROOT, env=environment(), check=True, capture_output=True, text=True)
    return json.loads(ended.stdout.splitlines()[-1])


@pytest.mark.whole
def test_beat_asks_for_each_function_that_is_marked(known: Any) -> None:
    entries = {name: task for name, task in known["beat"].items() if not name.startswith("celery.")}
    assert sorted(entries) == sorted(marked()) == sorted(SWEEPS)
    assert entries == {name: entry["task"] for name, entry in TIMETABLE.items()}


def test_a_worker_knows_what_is_queued_by_the_clock_or_by_name(known: Any) -> None:
    by_clock = {entry["task"] for entry in TIMETABLE.values()}
    by_name = {f"games.tasks.{task}" for task in on_commit.EXPIRES_S}
    in_queues = {task for tasks in QUEUES.values() for task in tasks}
    assert by_clock | by_name | in_queues <= set(known["worker"])


def test_each_comes_as_often_as_it_should() -> None:
    assert {name: entry["schedule"] for name, entry in TIMETABLE.items()} == PERIODS
    # So far each sweep of the waits looks ahead.
    assert PERIODS["waits_sweep"] == WAITS_EVERY.total_seconds()


def test_tasks_bear_the_names_of_their_services() -> None:
    assert SWEEPS["bots_sweep"].task == "games.tasks.bots_sweep"
    assert SWEEPS["mails_tidy"].task == "accounts.tasks.mails_tidy"


def bots_sweep() -> int:
    return 0


def test_two_sweeps_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="two sweeps are called bots_sweep"):
        sweep(every=HOUR)(bots_sweep)


@pytest.mark.parametrize("every", [timedelta(minutes=5), 2 * DAY])
def test_a_time_is_for_what_comes_hourly_or_daily(every: timedelta) -> None:
    with pytest.raises(ValueError, match="no time of day"):
        sweep(every=every, at=time(4, 20))
