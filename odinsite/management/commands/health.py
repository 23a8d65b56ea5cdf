"""`manage.py health`: is the whole site well?"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone
from redis.exceptions import RedisError

from games.health.heartbeats import (
    DEAD_AFTER_S,
    Heartbeat,
    heartbeats,
    queues_unserved,
    scheduler_is_alive,
    web_is_alive,
)
from games.health.sweep_ends import SweepEnd, sweep_ends
from games.moderation.dashboard import delays
from odinsite.health import database_lacks, disk_lacks, hasty_connection


class Command(BaseCommand):
    help = (
        "Print what is wrong, a line each, and exit 1; or print ok and exit 0. It checks the database, migrations, "
        "this machine's disk, late games and messages, Redis, web processes, a worker for each queue, the clock "
        "(celery beat), and its sweeps."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print one JSON object with all processes and sweeps")

    def handle(self, *args: Any, **options: Any) -> None:
        missing = database()
        wrong = [*missing, *disk_lacks(), *(() if missing else late_work())]
        heard: list[Heartbeat] = []
        ends: list[SweepEnd] = []
        try:
            heard, ends = heartbeats(), sweep_ends()
        except RedisError:
            wrong.append("no answer from: redis")
        else:
            wrong += [*silences(heard), *late_sweeps(ends)]
        if options["json"]:
            ages = {end.name: round(end.age.total_seconds()) for end in ends}
            found = {"ok": not wrong, "wrong": wrong, "processes": [as_json(each) for each in heard], "sweeps": ages}
            self.stdout.write(json.dumps(found))
        else:
            self.stdout.write("\n".join(wrong or ["ok"]))
        if wrong:
            sys.exit(1)


def database() -> list[str]:
    with hasty_connection() as hasty:
        return database_lacks(hasty)


def late_work() -> Iterator[str]:
    for what, figure in delays().items():
        if figure.oldest is not None:
            more = "+" if figure.is_cut else ""
            yield f"{what}: {figure.count}{more}, the oldest for {minutes(timezone.now() - figure.oldest)} min"


def silences(heard: list[Heartbeat]) -> list[str]:
    """Silent web processes and unserved queues. A silent worker is no fault while others take its queues."""
    missed = [each for each in heard if each.is_web and not each.is_alive and not each.is_gone]
    web = [f"{each.name} has been silent for {each.silent_s:.0f} s" for each in missed]
    if not web and not web_is_alive(heard):
        web = ["no web process (python -m odinsite.web) sends heartbeats"]
    queues = [f"no worker takes the queue {name}" for name in queues_unserved(heard)]
    lives = scheduler_is_alive(heard)
    clock = [] if lives else [f"the clock (celery beat) has been silent for {DEAD_AFTER_S:.0f} s or more"]
    return [*web, *queues, *clock]


def late_sweeps(ends: list[SweepEnd]) -> list[str]:
    return [f"the sweep {end.name} last ended {minutes(end.age)} min ago" for end in ends if end.is_late]


def minutes(span: timedelta) -> int:
    return round(span.total_seconds() / 60)


def as_json(each: Heartbeat) -> dict[str, Any]:
    return {"name": each.name, "queues": each.queues, "alive": each.is_alive, "seconds": round(each.silent_s)}
