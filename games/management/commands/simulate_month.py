"""`simulate_month`: a month of slow play in minutes, with a real worker that is killed and a real mail server."""

import json
import random
import tempfile
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from datetime import timedelta
from typing import Any

import time_machine
from celery import current_app
from celery.schedules import crontab
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.backends.signals import connection_created
from django.test import override_settings

from games.management.commands.simulate import database_aside
from games.simulation.month.clockwork import Beat, Clock
from games.simulation.month.sink import Sink
from games.simulation.month.whole import BEGINS, Extent, Figures, Month
from games.simulation.month.worker import Broker, Worker

# Of a thousand mails, so many are asked to come back later.
BUSY = 10
# So many complaints of a kind are worth reading; more of them only hide the others.
COMPLAINTS = 20
DAILY = timedelta(days=1)


class Complaints:
    """Writes the first of each kind; a kind is what stands before the first colon."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write = write
        self._counts: Counter[str] = Counter()

    def __call__(self, words: str) -> None:
        kind = words.partition(":")[0]
        self._counts[kind] += 1
        if self._counts[kind] <= COMPLAINTS:
            self._write(words)


class Command(BaseCommand):
    help = "Simulate a month of slow play; exit 1 when a game hangs or a notice is doubled, stale, unwanted or lost."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--people", type=int, default=20, help="how many people (20)")
        parser.add_argument("--games", type=int, default=40, help="how many games (40)")
        parser.add_argument("--kills", type=int, default=0, help="how often the worker is killed in mid-task (0)")
        parser.add_argument(
            "--days", type=int, default=30, help="days until the games are only played to their end (30)"
        )
        parser.add_argument(
            "--seed", type=int, default=1, help="seed of people, games and turns (1); deals stay random"
        )
        parser.add_argument("--json", action="store_true", help="print the figures as one JSON object on the last line")

    def handle(self, *args: Any, **options: Any) -> None:
        extent = Extent(options["people"], options["games"], options["days"], options["kills"])
        if extent.people < 2 or extent.games < 1 or extent.days < 1 or extent.kills < 0:
            raise CommandError("Take --people from 2, --games and --days from 1 and --kills from 0 up.")
        with database_aside():
            figures = self.live(extent, options["seed"])
        found = asdict(figures)
        self.stdout.write(
            json.dumps(found) if options["json"] else "\n".join(f"{name}: {found[name]}" for name in found)
        )
        if figures.faults:
            raise CommandError(", ".join(f"{count} {name}" for name, count in figures.faults.items()) + ".")

    def live(self, extent: Extent, seed: int) -> Figures:
        """Simulate a month in the database that is there."""
        rng = random.Random(seed)
        mood = random.Random(seed)
        rhythm = periods()
        with ExitStack() as stack:
            sink = stack.enter_context(Sink(lambda: mood.randrange(1000) < BUSY))
            stack.enter_context(surroundings(sink))
            traveller = stack.enter_context(time_machine.travel(BEGINS, tick=False))
            broker = Broker()
            stack.enter_context(broker.opened())
            clock = Clock(traveller)
            month = Month(extent, clock, sink, rng, Complaints(self.stderr.write))
            worker = Worker(traveller)
            stack.callback(worker.stop)
            return month.run(broker, worker, Beat(rhythm, clock.now), self.stderr.write)


@contextmanager
def surroundings(sink: Sink) -> Iterator[None]:
    """The month's own mail server, live updates apart from those of a site that runs beside, and a cache that travels.

    What expires in the site's cache does so after real seconds; files of Django's own cache know the simulated time.
    """
    own: dict[str, Any] = settings.CHANNEL_LAYERS["default"]
    layers = {"default": own | {"CONFIG": own["CONFIG"] | {"prefix": "month"}}}
    host, port = sink.address
    with tempfile.TemporaryDirectory(prefix="odin-month-") as folder:
        files = {"BACKEND": "django.core.cache.backends.filebased.FileBasedCache", "LOCATION": folder}
        mail = {"EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend", "EMAIL_HOST": host, "EMAIL_PORT": port}
        plain = {"EMAIL_USE_TLS": False, "EMAIL_USE_SSL": False, "EMAIL_HOST_USER": "", "EMAIL_HOST_PASSWORD": ""}
        connection_created.connect(_hurry)
        try:
            with override_settings(CHANNEL_LAYERS=layers, CACHES={"default": files}, **mail, **plain):
                connection.close()
                yield
        finally:
            connection_created.disconnect(_hurry)


def _hurry(connection: Any, **_: Any) -> None:
    """The month's games need not outlive a power cut, so no commit waits for the disk."""
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit TO off")


def periods() -> dict[str, timedelta]:
    """The site's periodic tasks and how often they run; those at an hour of the day are taken as daily."""
    # As beat does at its start: the timetable is made of what is imported then.
    current_app.loader.import_default_modules()
    entries = current_app.conf.beat_schedule.values()
    return {entry["task"]: _period(entry["schedule"]) for entry in entries}


def _period(every: float | crontab) -> timedelta:
    return DAILY if isinstance(every, crontab) else timedelta(seconds=every)
