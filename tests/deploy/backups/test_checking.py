"""`restore --check` verifies a backup in a database of its own and changes nothing."""

from __future__ import annotations

import zipfile
from io import StringIO
from pathlib import Path

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import override_settings

from accounts.models import User
from games.models import Game
from tests.deploy.backups.databases import on_the_server, rewrite, role, using, verify_all
from tests.deploy.backups.test_restoring import MOVES, OTHER_KEY
from tests.deploy.backups.world import World, assert_refused, state
from tests.factories import make_game

pytestmark = [pytest.mark.whole, pytest.mark.django_db(transaction=True)]


def databases() -> list[str]:
    """The databases that checks of this one made. Other tests make theirs on the same server."""
    with on_the_server() as cursor:
        cursor.execute("SELECT datname FROM pg_database")
        return [name for (name,) in cursor.fetchall() if name.startswith(f"{connection.settings_dict['NAME']}_check")]


def check(file: Path) -> str:
    output = StringIO()
    call_command("restore", str(file), "--check", stdout=output)
    return output.getvalue()


def test_a_sound_backup_is_verified_and_nothing_changes(site: World) -> None:
    before = state()
    cache.set("left-over", 1)
    name = connection.settings_dict["NAME"]
    assert f"{verify_all()} games that have begun" in (told := check(site.file))
    assert "All games are sound." in told
    assert connection.settings_dict["NAME"] == name
    assert (state(), databases(), cache.get("left-over")) == (before, [], 1)


def test_it_does_not_read_the_sites_own_games(site: World) -> None:
    begun = verify_all()
    make_game(list(User.objects.filter(handle__in=("alice", "bob"))))
    assert f"{begun} games that have begun" in check(site.file)


def test_a_game_whose_turns_are_others_is_named(site: World, tmp_path: Path) -> None:
    """The digests of the manifest are right, as in a backup of a database that was already wrong."""
    game = Game.objects.get(name="over")
    before = state()
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE games_move DISABLE TRIGGER USER")
        cursor.execute(
            "UPDATE games_move SET turn = 'pass' WHERE id = (SELECT min(m.id) FROM games_move m "
            "JOIN games_hand h ON h.id = m.hand_id WHERE h.game_id = %s)",
            [game.pk],
        )
    wrong = tmp_path / "wrong.zip"
    call_command("backup", str(wrong), verbosity=0)
    output = StringIO()
    with pytest.raises(CommandError, match=r"^1 of [0-9]+ games are not sound"):
        call_command("restore", str(wrong), "--check", stdout=output)
    assert f"{game.public_id}: " in output.getvalue()
    assert (state(), databases()) == (before, [])


def test_a_damaged_one_is_refused_and_leaves_no_database(site: World, tmp_path: Path) -> None:
    with zipfile.ZipFile(site.file) as archive:
        moves = archive.read(MOVES)
    damaged = rewrite(site.file, tmp_path / "damaged.zip", MOVES, moves[:-1])
    assert_refused("are not those that were written", damaged, "--check")
    with override_settings(CHAIN_KEYS=[OTHER_KEY]):
        assert_refused("CHAIN_KEY lacks the key", site.file, "--check")
    assert databases() == []


def test_a_role_that_may_make_no_database_is_told_so(site: World) -> None:
    refused = pytest.raises(CommandError, match="ALTER ROLE modest CREATEDB")
    with role("modest") as name, using(site.database, user=name), refused:
        check(site.file)
