"""`simulate_month`: a month of slow play, with a real worker that is killed and a real mail server."""

import json
from argparse import ArgumentParser
from dataclasses import asdict
from importlib.util import find_spec
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.commands.simulate import database_aside

# Modules of the extra `simulate`, with their packages.
NEEDED = {"aiosmtpd": "aiosmtpd", "time_machine": "time-machine"}


class Command(BaseCommand):
    help = "Simulate a month of slow play; exit 1 when a game hangs or a notice is doubled, stale, unwanted or lost."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--people", type=int, default=20, help="how many people (20)")
        parser.add_argument("--games", type=int, default=40, help="how many games (40)")
        parser.add_argument("--kills", type=int, default=0, help="how often the worker is killed in mid-task (0)")
        parser.add_argument("--tables", type=int, default=0, help="how many standing tables (0)")
        parser.add_argument(
            "--leagues", type=int, default=0, help="how many leagues, with accounts that are banned and erased (0)"
        )
        parser.add_argument(
            "--days", type=int, default=30, help="days until the games are only played to their end (30)"
        )
        parser.add_argument(
            "--seed", type=int, default=1, help="seed of people, games and turns (1); deals stay random"
        )
        parser.add_argument("--json", action="store_true", help="print the figures as one JSON object on the last line")

    def handle(self, *args: Any, **options: Any) -> None:
        if missing := [name for module, name in NEEDED.items() if find_spec(module) is None]:
            raise CommandError(
                f"A simulated month needs {' and '.join(missing)}: pip install -r tests/requirements.lock"
            )
        # These modules need the packages.
        from games.simulation.month.run import simulate
        from games.simulation.month.simulation import Extent

        extent = Extent(**{name: options[name] for name in ("people", "games", "days", "kills", "tables", "leagues")})
        if (
            extent.people < 2
            or min(extent.games, extent.days) < 1
            or min(extent.kills, extent.tables, extent.leagues) < 0
        ):
            raise CommandError("Take --people from 2, --games and --days from 1 and all others from 0 up.")
        with database_aside():
            figures = simulate(extent, options["seed"], self.stderr.write)
        found = asdict(figures)
        self.stdout.write(
            json.dumps(found) if options["json"] else "\n".join(f"{name}: {found[name]}" for name in found)
        )
        if figures.faults:
            raise CommandError(", ".join(f"{count} {name}" for name, count in figures.faults.items()) + ".")
