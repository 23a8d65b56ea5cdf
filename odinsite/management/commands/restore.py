"""`manage.py restore FILE`: replaces the database's content by a backup."""

import sys
from argparse import ArgumentParser
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from games.models.hand import MAX_HAND_NUMBER
from games.restoring import SKIPPED
from odinsite.backup.archive import Manifest, Reading, reading
from odinsite.backup.checking import backup_check
from odinsite.backup.errors import BackupRefused
from odinsite.backup.restoring import Restored, RestoreOptions, check_key, restore, what_is_there
from odinsite.embedded.errors import StartError
from odinsite.embedded.folder import default_folder
from odinsite.embedded.up import only_one

SURE = "replace"


class Command(BaseCommand):
    help = (
        "Restore a backup into an empty database, or with --replace into this site's. The site must be stopped. "
        "Unless you say --nothing-since, the running hand of each game is void and the next one uses a seed further "
        "on, as the old ones may have been shown; games that had not begun are cancelled."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="what `backup` wrote")
        parser.add_argument(
            "--identity",
            type=Path,
            metavar="FILE",
            help="an encrypted backup's private key, as age-keygen wrote it",
        )
        parser.add_argument(
            "--check",
            action="store_true",
            help="restore into a database of its own, verify all games, drop it again, and change nothing; the site "
            "may run during it",
        )
        parser.add_argument("--replace", action="store_true", help="throw away what the database holds now")
        parser.add_argument("--yes", action="store_true", help="do not ask before throwing away")
        parser.add_argument(
            "--nothing-since",
            action="store_true",
            help="the site was stopped before the backup and has not run since, as when it moves: games just go on",
        )
        parser.add_argument(
            "--skip",
            type=int,
            default=SKIPPED,
            metavar="N",
            help=f"how many hands of a game may have begun since the backup ({SKIPPED}, at least); more where live "
            "games ran on for hours, or where this backup was restored before",
        )
        parser.add_argument(
            "--without-chain-key",
            action="store_true",
            help="go on though the backup's CHAIN_KEY is lost: games that need it are cancelled",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not SKIPPED <= options["skip"] <= MAX_HAND_NUMBER:
            raise CommandError(f"--skip takes a number from {SKIPPED} to {MAX_HAND_NUMBER}.")
        choice = RestoreOptions(
            replace=options["replace"],
            nothing_since=options["nothing_since"],
            without_key=options["without_chain_key"],
            skip=options["skip"],
        )
        try:
            with ExitStack() as stack:
                if settings.EMBEDDED and not options["check"]:
                    # So that no `up` starts during the restore.
                    stack.enter_context(only_one(default_folder()))
                backup = stack.enter_context(reading(options["file"], options["identity"]))
                if options["check"]:
                    self._check(backup, choice)
                    return
                if choice.replace and not options["yes"] and what_is_there():
                    self._ask()
                done = restore(backup, choice)
        except (BackupRefused, StartError) as refused:
            raise CommandError(str(refused)) from refused
        except DatabaseError as error:
            raise CommandError(f"Nothing has changed: the database refused. {str(error).splitlines()[0]}") from error
        self._report(done)

    def _check(self, backup: Reading, choice: RestoreOptions) -> None:
        """Check the backup and report. Raises BackupRefused, or CommandError if a game is not sound."""
        check_key(backup.manifest, without_key=choice.without_key)
        found = backup_check(backup)
        words = f"{_accounts(found.manifest)}, {found.games} games that have begun"
        self.stdout.write(f"The backup of {found.manifest.taken_at:%Y-%m-%d %H:%M:%S} UTC can be restored: {words}.")
        for game, difference in found.unsound.items():
            self.stdout.write(f"{game}: {difference}")
        if found.unsound:
            raise CommandError(f"{len(found.unsound)} of {found.games} games are not sound.")
        self.stdout.write("All games are sound.")

    def _ask(self) -> None:
        """Ask for the operator's consent. Raises BackupRefused without it."""
        if not sys.stdin.isatty():
            raise BackupRefused("--replace throws away what the database holds. To do so without being asked: --yes")
        self.stdout.write("This throws away all accounts and games that are in the database now.")
        if input(f"Type {SURE} to go on: ").strip() != SURE:
            raise BackupRefused("Nothing has changed.")

    def _report(self, done: Restored) -> None:
        rows = {part.table: part.rows for part in done.manifest.parts}
        games = done.games
        self.stdout.write(
            f"Restored the backup of {done.manifest.taken_at:%Y-%m-%d %H:%M:%S} UTC: {_accounts(done.manifest)}, "
            f"{rows['games_game']} games.\nGames that go on where they were: {games.kept}; with their hand void and "
            f"another dealt: {games.dealt_again}; cancelled: {games.cancelled}.\nEverybody logs in again."
        )


def _accounts(manifest: Manifest) -> str:
    return f"{next(part.rows for part in manifest.parts if part.table == 'accounts_user')} accounts"
