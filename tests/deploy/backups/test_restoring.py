"""`manage.py restore` takes all of a backup or nothing, into any database."""

from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import psycopg
import pytest
from cryptography.fernet import Fernet
from django.conf import settings
from django.db import connection
from django.db.models import F
from django.test import override_settings
from pytest_django import DjangoDbBlocker

from games import migrations
from games.models import Deadline, Game, Hand, Move
from games.play.derived import game_rebuild
from odinsite.backup import running as stopped
from odinsite.backup.archive import MANIFEST, reading
from odinsite.backup.restoring import NUMBERS_BEYOND
from odinsite.celery import app
from odinsite.embedded.folder import Folder
from tests.deploy.backups.databases import (
    backup_of,
    database,
    digests,
    rewrite,
    role,
    rows_of,
    url_of,
    using,
    verify_all,
)
from tests.deploy.backups.world import CLOCKS, World, assert_refused, named, restore
from tests.embedded.running import wait_until
from tests.factories import rng_of, take_turn
from tests.live.children import kill, running
from tests.moderation.moderator_acts import hand_of

pytestmark = [pytest.mark.whole, pytest.mark.django_db(transaction=True)]

AFTER = "0999_of_the_future"
MOVES = "tables/games_move.copy"
OTHER_KEY = Fernet.generate_key().decode()


@dataclass(frozen=True)
class Moved(World):
    owner: str


@pytest.fixture(scope="module")
def moved(
    world: World, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Moved]:
    """The backup in an empty database whose owner is not a superuser, as on hosted databases."""
    name = f"{world.database}_moved"
    with pytest.MonkeyPatch.context() as patch, role(f"{name}_owner") as owner, database(name, owner=owner):
        patch.setenv("ODIN_DATA", str(tmp_path_factory.mktemp("data")))
        with django_db_blocker.unblock(), using(name, user=owner):
            restore(world.file, "--nothing-since")
        yield Moved(world.file, name, owner)


@pytest.fixture
def site(moved: Moved, transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Moved]:
    monkeypatch.setenv("ODIN_DATA", str(tmp_path.parent))
    copied = database(f"{moved.database}_copy", like=moved.database, owner=moved.owner)
    with copied as copy, using(copy, user=moved.owner):
        yield Moved(moved.file, copy, moved.owner)


def test_a_restored_database_has_the_same_rows_and_sound_games(site: Moved, tmp_path: Path) -> None:
    restored = backup_of(tmp_path)
    before, after = digests(site.file), digests(restored)
    assert {table for table in before if before[table] != after[table]} <= CLOCKS
    games = [rows_of(file, "games_game") for file in (site.file, restored)]
    for one, other in zip(*games, strict=True):
        assert {name for name in one if one[name] != other[name]} <= {"pause_ends_at", "contributions_due_at"}
    assert len(rows_of(site.file, "games_move")) > 50
    assert verify_all() == 5
    for public_id in Game.objects.filter(started_at__isnull=False).values_list("public_id", flat=True):
        game_rebuild(public_id=public_id)
    assert digests(backup_of(tmp_path)) == after


def test_nothing_is_void_after_a_move_and_new_rows_get_new_numbers(site: Moved) -> None:
    assert not Hand.objects.filter(voided=True).exclude(game=named("end of chain")).exists()
    last = Move.objects.latest("pk").pk
    take_turn(named("middle"), rng_of(1))
    assert last < Move.objects.latest("pk").pk < last + NUMBERS_BEYOND


def test_clocks_stand_still_from_the_backup_to_the_restore(site: Moved, tmp_path: Path) -> None:
    due = Deadline.objects.get(game__name="middle").due_at
    ends = named("paused").pause_ends_at
    assert due is not None
    assert ends is not None
    back = timedelta(days=2)
    Deadline.objects.update(since=F("since") - back, due_at=F("due_at") - back, next_at=F("next_at") - back)
    Game.objects.update(
        pause_ends_at=F("pause_ends_at") - back,
        changed_at=F("changed_at") - back,
        waiting_since=F("waiting_since") - back,
    )
    file = backup_of(tmp_path)
    manifest = json.loads(zipfile.ZipFile(file).read(MANIFEST))
    manifest["taken_at"] = (datetime.fromisoformat(manifest["taken_at"]) - back).isoformat()
    early = rewrite(file, tmp_path / "early.zip", MANIFEST, json.dumps(manifest).encode())
    restore(early, "--nothing-since", "--replace", "--yes")
    # Only the commands' own time may be added.
    row, game = Deadline.objects.get(game__name="middle"), named("paused")
    assert row.due_at is not None
    assert game.pause_ends_at is not None
    assert timedelta() <= row.due_at - due < timedelta(minutes=10)
    assert timedelta() <= game.pause_ends_at - ends < timedelta(minutes=10)
    assert Deadline.objects.get(pk=game.pk).next_at == game.pause_ends_at


def test_nothing_since_is_refused_where_the_site_ran_on(site: Moved, tmp_path: Path) -> None:
    file = backup_of(tmp_path)
    take_turn(named("middle"), rng_of(1))
    assert_refused("did run on after this backup: 1 games", file, "--nothing-since", "--replace", "--yes")


def inside(file: Path, member: str) -> int:
    """The middle of a member's rows; in its head, not every bit counts."""
    with zipfile.ZipFile(file) as archive:
        info = archive.getinfo(member)
        return info.header_offset + len(info.FileHeader()) + info.compress_size // 2


def test_a_damaged_or_strange_file_is_refused(site: Moved, tmp_path: Path) -> None:
    whole = site.file.read_bytes()
    turned = bytearray(whole)
    turned[inside(site.file, MOVES)] ^= 1
    manifest = zipfile.ZipFile(site.file).read(MANIFEST)
    bad = tmp_path / "bad.zip"
    for content, words in (
        (whole[: len(whole) // 2], "cut short"),
        (turned, "damaged"),
        (b"PGDMP" + bytes(2000), "no backup of this site"),
        (b"", "no backup of this site"),
    ):
        bad.write_bytes(content)
        assert_refused(words, bad, "--replace", "--yes")
    moves = zipfile.ZipFile(site.file).read(MOVES)
    changed = rewrite(site.file, bad, MOVES, moves.replace(b"pass", b"PASS"))
    assert_refused("rows of games_move are not those", changed, "--replace", "--yes")
    for text in (b"{}", b"[" * 100_000, manifest.replace(b"odin-backup/1", b"odin-backup/2")):
        assert_refused("no backup of this site|this version reads", rewrite(site.file, bad, MANIFEST, text), "--yes")
    assert_refused("cannot be read", tmp_path / "none.zip", "--yes")


def test_what_only_shows_while_it_is_loaded_changes_nothing_either(site: Moved, tmp_path: Path) -> None:
    """The file is whole, but its rows break references, which the database refuses at the end."""
    manifest = json.loads(zipfile.ZipFile(site.file).read(MANIFEST))
    empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    for part in manifest["parts"]:
        if part["table"] == "games_hand":
            part.update(rows=0, sha256=empty)
    torn = rewrite(site.file, tmp_path / "torn.zip", "tables/games_hand.copy", b"")
    torn = rewrite(torn, tmp_path / "torn2.zip", MANIFEST, json.dumps(manifest).encode())
    assert_refused("Nothing has changed: the database refused", torn, "--replace", "--yes")


def test_a_database_with_something_in_it_is_left_alone(site: Moved) -> None:
    assert_refused("--replace", site.file, "--yes")
    assert_refused("--yes", site.file, "--replace")
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE guestbook (id int)")
    assert_refused("guestbook", site.file, "--replace", "--yes")


def test_another_key_is_refused_and_going_on_without_cancels_the_games(site: Moved) -> None:
    with override_settings(CHAIN_KEYS=[OTHER_KEY]):
        assert_refused("CHAIN_KEY lacks the key .* chain_key", site.file, "--replace", "--yes")
        restore(site.file, "--replace", "--yes", "--nothing-since", "--without-chain-key")
        assert not Game.objects.filter(ended_at__isnull=True).exists()
        assert named("over").status == Game.Status.FINISHED
        hand = named("middle").hands.latest("number")
        assert (hand.voided, hand.seed) == (True, "")


def test_an_added_key_is_welcome(site: Moved) -> None:
    with reading(site.file) as backup:
        assert len(backup.manifest.keys) == 1

    with override_settings(CHAIN_KEYS=[OTHER_KEY, *settings.CHAIN_KEYS]):
        restore(site.file, "--replace", "--yes")
        assert hand_of(named("middle")).voided is False


@pytest.fixture
def newer_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Adds a migration with a column of seats."""
    package = tmp_path / "newer_migrations"
    shutil.copytree(Path(migrations.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    newest = max(path.stem for path in package.glob("0*.py"))
    (package / f"{AFTER}.py").write_text(
        "from django.db import migrations, models\n\n\n"
        "class Migration(migrations.Migration):\n"
        f'    dependencies = [("games", "{newest}")]\n'
        '    operations = [migrations.AddField("seat", "colour", models.CharField(null=True))]\n'
    )
    monkeypatch.syspath_prepend(tmp_path)
    with override_settings(MIGRATION_MODULES={"games": package.name}):
        yield AFTER


def test_an_older_backup_is_brought_up_to_date(site: Moved, tmp_path: Path, newer_version: str) -> None:
    restore(site.file, "--replace", "--yes")
    # The tables are now newer.
    restore(site.file, "--replace", "--yes")
    with connection.cursor() as cursor:
        cursor.execute("SELECT max(name) FROM django_migrations WHERE app = 'games'")
        assert cursor.fetchone() == (newer_version,)
    assert verify_all() == 5
    assert "colour" not in rows_of(site.file, "games_seat")[0]
    assert "colour" in rows_of(backup_of(tmp_path), "games_seat")[0]


def with_migration(site: Moved, folder: Path, app: str, name: str) -> Path:
    manifest = json.loads(zipfile.ZipFile(site.file).read(MANIFEST))
    manifest["migrations"].append([app, name])
    return rewrite(site.file, folder / "other.zip", MANIFEST, json.dumps(manifest).encode())


def test_a_backup_of_a_newer_version_is_refused(site: Moved, tmp_path: Path) -> None:
    newer = with_migration(site, tmp_path, "games", AFTER)
    assert_refused(rf"newer version .*\(games\.{AFTER}", newer, "--replace", "--yes")


def test_nothing_is_restored_while_the_site_runs(site: Moved, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stopped, "PATIENCE_S", 0.2)
    with psycopg.connect(url_of(site.database), user=site.owner, application_name="web"):
        assert_refused("The site runs.*web", site.file, "--replace", "--yes")
    worker = "-m celery -A odinsite worker -c 1 --without-gossip --without-mingle"
    with running(*worker.split(), log=tmp_path / "worker.log") as process:
        wait_until(lambda: app.control.ping(timeout=0.2), "a worker")
        monkeypatch.setattr(stopped, "WORKERS_ANSWER_S", 5.0)
        assert_refused("1 of its workers", site.file, "--replace", "--yes")
        kill(process)


def test_nothing_is_restored_while_up_runs(site: Moved, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Folder(tmp_path / "data")
    folder.prepare()
    monkeypatch.setenv("ODIN_DATA", str(folder.path))
    lock = folder.lock("up.lock")
    assert lock is not None
    with lock, override_settings(EMBEDDED=True):
        assert_refused("The site already runs", site.file, "--replace", "--yes")
