"""`rebuild_totals [--check]` counts all finished games of all players again."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.ratings.totals.services import players, totals_rebuild, totals_wrong


class Command(BaseCommand):
    help = "Count the finished games of all players again. Pages stay available."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="only compare; exit 1 if totals are wrong")

    def handle(self, *args: Any, **options: Any) -> None:
        count, wrong = 0, []
        for users in players():
            count += len(users)
            wrong += totals_wrong(users=users)
            if not options["check"]:
                totals_rebuild(users=users)
        if wrong and options["check"]:
            raise CommandError(f"The totals of {len(wrong)} of {count} players are wrong; one has id {wrong[0]}.")
        self.stdout.write(f"{count} players: {len(wrong)} had wrong totals")
