"""Calls that start together in threads with their own connections."""

import threading
from collections.abc import Callable

from django.db import IntegrityError, OperationalError, connection

from games.errors import GameError, Refused
from games.notices.errors import LinkRefused
from games.play.errors import TurnRefused

Outcome = str


def at_once(*calls: Callable[[], object]) -> list[Outcome]:
    """Call all of them at the same time, each in a thread. Returns their outcomes."""
    barrier = threading.Barrier(len(calls))
    outcomes: list[Outcome] = [""] * len(calls)

    def run(number: int, call: Callable[[], object]) -> None:
        barrier.wait()
        try:
            call()
            outcomes[number] = "accepted"
        except (GameError, IntegrityError, OperationalError) as error:
            outcomes[number] = (
                str(error.reason) if isinstance(error, TurnRefused | Refused | LinkRefused) else "database"
            )
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes
