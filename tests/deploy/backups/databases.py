"""Databases apart from the test run's own: to back up, restore into and break."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
from django.core.management import call_command
from django.db import connection
from psycopg.sql import SQL, Identifier

from games.engine import verify_record
from games.history.record import game_record
from games.models import Game
from odinsite.backup.archive import BackupTable, reading


@contextmanager
def using(name: str, *, user: str = "") -> Iterator[None]:
    """Send all queries to this database, as this user if given."""
    own = {key: connection.settings_dict[key] for key in ("NAME", "USER")}
    connection.close()
    connection.settings_dict.update({"NAME": name, "USER": user or own["USER"]})
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict.update(own)


@contextmanager
def database(name: str, *, like: str = "template0", owner: str = "odin") -> Iterator[str]:
    """Drops it afterwards. The template `like` must have no connections."""
    with on_the_server() as cursor:
        names = map(Identifier, (name, like, owner))
        cursor.execute(SQL("CREATE DATABASE {} TEMPLATE {} OWNER {} STRATEGY file_copy").format(*names))
    try:
        yield name
    finally:
        with on_the_server() as cursor:
            cursor.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name)))


@contextmanager
def role(name: str) -> Iterator[str]:
    """A role without rights, dropped afterwards."""
    with on_the_server() as cursor:
        cursor.execute(SQL("CREATE ROLE {} LOGIN").format(Identifier(name)))
    try:
        yield name
    finally:
        with on_the_server() as cursor:
            cursor.execute(SQL("DROP ROLE {}").format(Identifier(name)))


@contextmanager
def on_the_server() -> Iterator[psycopg.Cursor]:
    """A cursor of the server's owner."""
    with psycopg.connect(url_of("postgres"), autocommit=True) as server, server.cursor() as cursor:
        yield cursor


def url_of(name: str) -> str:
    return urlsplit(os.environ["DATABASE_URL"])._replace(scheme="postgresql", path=f"/{name}").geturl()


def backup_of(folder: Path, name: str = "backup.zip") -> Path:
    path = folder / name
    call_command("backup", str(path), "--force", verbosity=0)
    return path


def digests(path: Path) -> dict[str, str]:
    with reading(path) as backup:
        return {part.table: part.sha256 for part in backup.manifest.parts}


def rows_of(path: Path, table: str) -> list[dict[str, str]]:
    with reading(path) as backup:
        part: BackupTable = next(part for part in backup.manifest.parts if part.table == table)
        lines = b"".join(backup.text(part)).decode().splitlines()
    return [dict(zip(part.columns, line.split("\t"), strict=True)) for line in lines]


def rewrite(path: Path, target: Path, member: str, text: bytes) -> Path:
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(target, "w") as new:
        for info in old.infolist():
            new.writestr(info.filename, text if info.filename == member else old.read(info))
    return target


def verify_all() -> int:
    """Return the number of records checked; an unsound one fails the test."""
    games = list(Game.objects.filter(started_at__isnull=False))
    for game in games:
        assert verify_record(game_record(game, None)) == [], game.public_id
    return len(games)
