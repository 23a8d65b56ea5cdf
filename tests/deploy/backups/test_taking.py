"""`manage.py backup` writes one private file of one moment while the site runs."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.lobby.services import NewGame
from games.models import Game, Move
from games.play.derived import game_rebuild
from tests.deploy.backups.databases import (
    backup_of,
    database,
    digests,
    rows_of,
    using,
    verify_all,
)
from tests.deploy.backups.world import World, named, restore
from tests.factories import make_game, rng_of, take_turn

pytestmark = [pytest.mark.whole, pytest.mark.django_db(transaction=True)]


def test_a_backup_is_private_whole_and_replaces_nothing_unasked(site: World, tmp_path: Path) -> None:
    file = tmp_path / "mine.zip"
    call_command("backup", str(file), verbosity=0)
    assert file.stat().st_mode & 0o777 == 0o600
    first = file.read_bytes()
    with pytest.raises(CommandError, match="is there already"):
        call_command("backup", str(file))
    assert file.read_bytes() == first
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("backup", str(tmp_path / "no" / "folder.zip"))
    assert [path.name for path in tmp_path.iterdir()] == ["mine.zip"]
    assert b"django_session" not in first
    assert not {"django_session", "usersessions_usersession"} & set(digests(file))


def test_a_backup_of_no_site_is_refused_and_leaves_no_file(site: World, tmp_path: Path) -> None:
    refused = pytest.raises(CommandError, match="no site in this database")
    with database(f"{site.database}_empty") as empty, using(empty), refused:
        call_command("backup", str(tmp_path / "empty.zip"))
    assert list(tmp_path.iterdir()) == []


def test_a_backup_can_be_piped(site: World, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    call_command("backup", "-")
    (tmp_path / "piped.zip").write_bytes(capsysbinary.readouterr().out)
    assert digests(tmp_path / "piped.zip") == digests(backup_of(tmp_path))


def wait_for_turns(more: int, failures: list[BaseException]) -> None:
    begun, deadline = Move.objects.count(), time.monotonic() + 60
    while Move.objects.count() < begun + more:
        assert not failures
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_backup_of_a_site_that_is_played_on_is_of_one_moment(site: World, tmp_path: Path) -> None:
    done = threading.Event()
    failures: list[BaseException] = []

    def play() -> None:
        rng = rng_of(8)
        try:
            while not done.is_set():
                game = named("middle")
                if game.status != Game.Status.RUNNING:
                    people = [seat.user for seat in game.seats.select_related("user").order_by("number")]
                    Game.objects.filter(pk=game.pk).update(name="played")
                    make_game(people, NewGame(seats=2, target=15, name="middle"))
                    continue
                take_turn(game, rng)
        except BaseException as failure:
            failures.append(failure)
        finally:
            connection.close()

    player = threading.Thread(target=play)
    player.start()
    try:
        files = []
        for number in range(2):
            wait_for_turns(3, failures)
            files.append(backup_of(tmp_path, f"{number}.zip"))
    finally:
        done.set()
        player.join()
    assert not failures
    assert len({len(rows_of(file, "games_move")) for file in files}) == len(files)
    for file in files:
        restore(file, "--replace", "--yes")
        verify_all()
        for game in Game.objects.filter(started_at__isnull=False):
            version = game.version
            game_rebuild(public_id=game.public_id)
            game.refresh_from_db()
            assert game.version == version
