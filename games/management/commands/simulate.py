"""`simulate`: whole random games through the services, with verified records."""

import json
import random
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from games.simulation.whole_games import Simulation, SimulationFigures


@contextmanager
def database_aside() -> Iterator[None]:
    """Use a fresh database on the same server, dropped afterwards."""
    name = connection.settings_dict["NAME"]
    connection.settings_dict["TEST"]["NAME"] = f"{name}_simulation"
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)


class Command(BaseCommand):
    help = "Play whole random games through the services and verify each record; exit 1 when one fails."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--games", type=int, default=100, help="how many games (100)")
        parser.add_argument("--seats", type=int, choices=range(2, 7), help="seats a game (2 to 6 in turn)")
        parser.add_argument("--seed", type=int, default=1, help="seed of options and turns (1); deals stay random")
        parser.add_argument("--json", action="store_true", help="print the figures as one JSON object on the last line")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["games"] < 1:
            raise CommandError("--games takes a number from 1 up.")
        with database_aside():
            began = time.perf_counter()
            simulation = Simulation(random.Random(options["seed"]), self.stderr.write)
            figures = simulation.run(options["games"], options["seats"])
            seconds = time.perf_counter() - began
        self._report(figures, seconds, as_json=options["json"])
        if figures.failed:
            raise CommandError(f"{figures.failed} of {figures.games} games failed.")

    def _report(self, figures: SimulationFigures, seconds: float, *, as_json: bool) -> None:
        found = {
            "games": figures.games,
            "turns": figures.turns,
            "verified": figures.verified,
            "failed": figures.failed,
            "turns_per_s": round(figures.turns / seconds, 1),
            "queries_per_turn": round(figures.queries / max(figures.turns, 1), 2),
        }
        self.stdout.write(json.dumps(found) if as_json else "\n".join(f"{name}: {found[name]}" for name in found))
