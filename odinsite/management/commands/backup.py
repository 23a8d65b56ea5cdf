"""`manage.py backup FILE`: all rows in one file, while the site runs."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from odinsite.backup.archive import Manifest
from odinsite.backup.encryption import encrypted, recipients_read
from odinsite.backup.errors import BackupRefused
from odinsite.backup.taking import backup_write, new_file


class Command(BaseCommand):
    help = (
        "Write all that the database holds to one file, which `restore` reads into any PostgreSQL database. The site "
        "may run meanwhile. CHAIN_KEY is not in the file: keep it elsewhere. Who is logged in is not in it either."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="where to; - writes to standard output")
        parser.add_argument("--force", action="store_true", help="replace a file that is there already")
        parser.add_argument(
            "--encrypt-to",
            action="append",
            default=[],
            metavar="KEY",
            help="encrypt the file for the holder of this public key, age1... or ssh-ed25519 ...; may be repeated",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            recipients = recipients_read(options["encrypt_to"])
            with self._target(options) as target, encrypted(target, recipients) as plain:
                manifest = backup_write(plain)
        except BackupRefused as refused:
            raise CommandError(str(refused)) from refused
        except DatabaseError as error:
            raise CommandError(f"The database refused: {str(error).splitlines()[0]}") from error
        self._report(manifest, options["file"])

    @contextmanager
    def _target(self, options: dict[str, Any]) -> Iterator[IO[bytes]]:
        if options["file"] == "-":
            yield sys.stdout.buffer
            sys.stdout.buffer.flush()
        else:
            with new_file(Path(options["file"]), force=options["force"]) as handle:
                yield handle

    def _report(self, manifest: Manifest, file: str) -> None:
        rows = {part.table: part.rows for part in manifest.parts}
        words = f"{rows['accounts_user']} accounts, {rows['games_game']} games, {sum(rows.values())} rows"
        out = self.stderr if file == "-" else self.stdout
        out.write(f"Backup of {manifest.taken_at:%Y-%m-%d %H:%M:%S} UTC: {words}.", style_func=str)
