"""Inspects the whole site: what `health` reports."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

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
from odinsite.backup.age import backup_lacks
from odinsite.health import database_lacks, disk_lacks, hasty_connection, no_answer, redis_lacks

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Inspection:
    """The faults, a line each, and the processes and sweeps that Redis knows."""

    wrong: list[str] = field(default_factory=list)
    heard: list[Heartbeat] = field(default_factory=list)
    ends: list[SweepEnd] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        ages = {end.name: round(end.age.total_seconds()) for end in self.ends}
        processes = [as_json(each) for each in self.heard]
        return {"ok": not self.wrong, "wrong": self.wrong, "processes": processes, "sweeps": ages}


def site_inspect() -> Inspection:
    """Inspect everything. An error on the way is a fault, too."""
    found = Inspection()
    try:
        missing = database()
        found.wrong += [*missing, *disk_lacks(), *backup_lacks(), *(() if missing else late_work())]
        try:
            found.heard, found.ends = heartbeats(), sweep_ends()
        except RedisError:
            # By the time of the second question it may answer again.
            found.wrong += dict.fromkeys([no_answer("REDIS_URL"), *redis_lacks()])
        else:
            found.wrong += [*redis_lacks(), *silences(found.heard), *late_sweeps(found.ends)]
    except Exception as error:
        log.exception("health failed")
        found.wrong.append(f"health failed: {type(error).__name__}")
    return found


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
