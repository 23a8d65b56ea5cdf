"""`positions` finds positions of the day in finished public games, and in games of bots where those are too few."""

from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import Position
from games.positions.moment import Kind, moment_read
from games.positions.selectors import positions_left, ready
from games.positions.services import position_of
from games.positions.site_games import games_search
from games.positions.stock import bots_number, stock, stock_search

EVERY = 50


class Command(BaseCommand):
    help = "Find positions of the day until so many are ready. It goes on where it stopped."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--count", type=int, default=200, help="how many positions are to be ready (200)")
        parser.add_argument(
            "--write",
            type=Path,
            metavar="FILE",
            help="write moments of bots' games to this file instead, as JSON lines",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["count"] < 1:
            raise CommandError("--count takes a number from 1 up.")
        if options["write"] is not None:
            self._write(options["write"], options["count"])
        else:
            self._games(options["count"])
            self._bots(options["count"])
            self.stdout.write(f"{positions_left()} positions are ready.")

    def _games(self, wanted: int) -> None:
        """Look at the site's own games, of which all that are wanted may come."""
        people = ready().exclude(game=None).count()
        for game, moment in games_search():
            if people >= wanted:
                return
            if moment is not None:
                position_of(moment, game.pk).save()
                people += 1
                self.stdout.write(f"{game.public_id}: {moment.kind}")

    def _bots(self, wanted: int) -> None:
        missing = wanted - positions_left()
        numbers = [bots_number(origin) for origin in Position.objects.values_list("origin", flat=True)]
        first = max(map(bots_number, stock()), default=-1)
        for moment in stock_search(missing, Counter(), max([first, *numbers]) + 1, self._progress):
            position_of(moment).save()

    def _write(self, file: Path, wanted: int) -> None:
        """Append to the file what it lacks."""
        known = [moment_read(line) for line in file.read_text().splitlines()] if file.exists() else []
        kinds = Counter[Kind](moment.kind for moment in known)
        first = max((bots_number(moment.origin) for moment in known), default=-1) + 1
        with file.open("a") as lines:
            for moment in stock_search(wanted, kinds, first, self._progress):
                lines.write(f"{moment.to_line()}\n")
                lines.flush()
        self.stdout.write(f"{file}: {kinds.total()} moments, {_kinds(kinds)}")

    def _progress(self, number: int) -> None:
        if number % EVERY == 0:
            self.stderr.write(f"game of bots {number}")


def _kinds(kinds: Counter[Kind]) -> str:
    return ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
