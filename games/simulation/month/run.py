"""Runs the month with its own mail server, queue, worker, clock and cache."""

import random
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from typing import Any

import time_machine
from celery import current_app
from django.conf import settings
from django.db import connection
from django.db.backends.signals import connection_created
from django.test import override_settings

from accounts.sweeps import SWEEPS
from games.simulation.month.clockwork import Beat, SimulatedClock
from games.simulation.month.mail_server import MailServer
from games.simulation.month.simulation import BEGINS, Extent, Month, MonthFigures
from games.simulation.month.worker import Broker, Worker

# How many of a thousand emails the server postpones.
BUSY = 10
COMPLAINTS = 20


class Complaints:
    """Prints the first of each kind, the word before the first colon."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write = write
        self._counts: Counter[str] = Counter()

    def __call__(self, words: str) -> None:
        kind = words.partition(":")[0]
        self._counts[kind] += 1
        if self._counts[kind] <= COMPLAINTS:
            self._write(words)


def simulate(extent: Extent, seed: int, complain: Callable[[str], None]) -> MonthFigures:
    """Simulate the month in the current database."""
    rng = random.Random(seed)
    mood = random.Random(seed)
    rhythm = periods()
    with ExitStack() as stack:
        mail_server = stack.enter_context(MailServer(lambda: mood.randrange(1000) < BUSY))
        stack.enter_context(surroundings(mail_server))
        traveller = stack.enter_context(time_machine.travel(BEGINS, tick=False))
        broker = Broker()
        stack.enter_context(broker.receiving())
        clock = SimulatedClock(traveller)
        month = Month(extent, clock, mail_server, rng, Complaints(complain))
        worker = Worker(traveller)
        stack.callback(worker.stop)
        return month.run(broker, worker, Beat(rhythm, clock.now), complain)


@contextmanager
def surroundings(mail_server: MailServer) -> Iterator[None]:
    """The month's own mail server, channel layer prefix and cache: Django's cache files follow the simulated clock, the
    site's cache does not.
    """
    own: dict[str, Any] = settings.CHANNEL_LAYERS["default"]
    layers = {"default": own | {"CONFIG": own["CONFIG"] | {"prefix": "month"}}}
    host, port = mail_server.address
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
    """Let commits return before the disk has them."""
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit TO off")


def periods() -> dict[str, timedelta]:
    """The period of each task in the schedule."""
    # As in beat, the schedule is built from the imported modules.
    current_app.loader.import_default_modules()
    return {sweep.task: sweep.every for sweep in SWEEPS.values()}
