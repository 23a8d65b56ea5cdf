"""`manage.py health`: is the whole site well?"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection
from django.utils import timezone
from redis.exceptions import RedisError

from games.heartbeats import DEAD_AFTER_S, Heartbeat, heartbeats, queues_unserved, scheduler_is_alive
from odinsite.health import database_lacks, disk_lacks

PATIENCE_S = 3


class Command(BaseCommand):
    help = (
        "Say what is wrong, a line each, and exit 1; or exit 0. Looked at are database, migrations, this machine's "
        "disk, Redis, a worker for each queue, and the clock (celery beat)."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print one JSON object, with all that was heard")

    def handle(self, *args: Any, **options: Any) -> None:
        wrong = [*database(), *disk_lacks()]
        heard: list[Heartbeat] = []
        try:
            heard = heartbeats()
        except RedisError:
            wrong.append("no answer from: redis")
        else:
            wrong += silences(heard)
        if options["json"]:
            self.stdout.write(
                json.dumps({"ok": not wrong, "wrong": wrong, "processes": [as_json(each) for each in heard]})
            )
        else:
            self.stdout.write("\n".join(wrong or ["ok"]))
        if wrong:
            sys.exit(1)


def database() -> list[str]:
    """The faults of the database, found with less patience than a page has."""
    hasty = connection.copy()
    hasty.settings_dict["OPTIONS"] = {
        **{name: value for name, value in hasty.settings_dict["OPTIONS"].items() if name != "pool"},
        "connect_timeout": PATIENCE_S,
        "options": f"-c statement_timeout={PATIENCE_S * 1000}",
    }
    try:
        return database_lacks(hasty)
    finally:
        hasty.close()


def silences(heard: list[Heartbeat]) -> list[str]:
    """Dead processes and unserved queues."""
    dead = [f"{each.name} has been silent for {age(each)} s" for each in heard if not each.is_alive]
    queues = [f"no worker takes the queue {name}" for name in queues_unserved(heard)]
    lives = scheduler_is_alive(heard)
    clock = [] if lives else [f"the clock (celery beat) has been silent for {DEAD_AFTER_S:.0f} s or more"]
    return [*dead, *queues, *clock]


def age(each: Heartbeat) -> int:
    return round((timezone.now() - each.at).total_seconds())


def as_json(each: Heartbeat) -> dict[str, Any]:
    return {"name": each.name, "queues": each.queues, "alive": each.is_alive, "seconds": age(each)}
