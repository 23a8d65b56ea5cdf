"""`rebuild GAME...` recomputes what a game’s rows derive from its moves."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.errors import NoSuchGame
from games.play.derived import game_rebuild


class Command(BaseCommand):
    help = "Rebuild what rows derive of a game’s state from its moves."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("games", nargs="+", help="the games' ids, as in their addresses")

    def handle(self, *args: Any, **options: Any) -> None:
        for public_id in options["games"]:
            try:
                game_rebuild(public_id=public_id)
            except NoSuchGame as missing:
                raise CommandError(f"There is no game {public_id}.") from missing
            self.stdout.write(f"{public_id}: rebuilt")
