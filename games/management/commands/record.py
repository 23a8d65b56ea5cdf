"""`record export GAME` prints a game's record, `record export DAY` a day's; `record verify FILE...` checks records."""

import json
from argparse import ArgumentParser
from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.daily.record import HandRecordJson, closed_day_record
from games.engine import verify_record
from games.history.record import RecordJson, game_record
from games.models import Game


class Command(BaseCommand):
    help = "Export a game's record, or verify records: deals, turns, points and result."

    def add_arguments(self, parser: ArgumentParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        export = actions.add_parser("export", help="print a record as JSON, as a spectator sees it")
        export.add_argument("game", help="the game's id, as in its address, or a past day such as 2026-11-28")
        verify = actions.add_parser("verify", help="check records; exit 1 on any mismatch")
        verify.add_argument("files", nargs="+", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        if options["action"] == "export":
            self.stdout.write(json.dumps(_exported(options["game"]), indent=1))
        else:
            self._verify(options["files"])

    def _verify(self, files: list[Path]) -> None:
        unsound = [file for file in files if not self._is_sound(file)]
        if unsound:
            raise CommandError(f"{len(unsound)} of {len(files)} records are not sound.")

    def _is_sound(self, file: Path) -> bool:
        differences = _differences(file)
        if differences:
            self.stdout.write(f"{file}: {differences[0]}")
        else:
            self.stdout.write(f"{file}: sound")
        return not differences


def _exported(named: str) -> RecordJson | HandRecordJson:
    """The record. Raises CommandError."""
    day = _day(named)
    if day is None:
        return _game_exported(named)
    record = closed_day_record(day)
    if record is None:
        raise CommandError(f"There is no hand of {day}, or its seed is not published yet.")
    return record


def _day(named: str) -> date | None:
    try:
        day = date.fromisoformat(named)
    except ValueError:
        return None
    return day if named == day.isoformat() else None


def _game_exported(public_id: str) -> RecordJson:
    game = Game.objects.filter(public_id=public_id).first()
    if game is None:
        raise CommandError(f"There is no game {public_id}.")
    if game.started_at is None:
        raise CommandError(f"The game {public_id} has not been dealt: it has no record.")
    return game_record(game, None)


def _differences(file: Path) -> list[str]:
    try:
        record = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        return [f"cannot be read: {error.strerror}"]
    except (ValueError, RecursionError) as error:
        return [f"is not JSON: {error}"]
    return verify_record(record)
