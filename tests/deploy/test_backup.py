"""`manage.py backup` and `manage.py restore`: one file, from which a site goes on in another database."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import psycopg
import pytest
from cryptography.fernet import Fernet
from django.conf import settings
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.models import F
from django.test import override_settings
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from games.engine.fairdeal import seed_fits
from games.models import Deadline, Game, Hand, Move, Notice, QueueEntry, Seat
from games.models.hand import MAX_HAND_NUMBER
from games.selectors.replay import replay_of
from games.selectors.table import table_of
from games.services.cache import game_rebuild
from games.services.hands import hand_deal, hand_void
from games.services.lobby import NewGame, game_create
from games.services.locking import running_hand, seats_of
from games.services.pauses import pause_want
from games.services.play import turn_waits
from games.services.queue import queue_join
from games.services.resigning import seat_resign
from games.services.restoring import SKIPPED
from odinsite.backup.archive import MANIFEST, reading
from odinsite.backup.restoring import NUMBERS_BEYOND
from odinsite.celery import app
from odinsite.embedded.folder import Folder
from tests.deploy.databases import (
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
from tests.emptying import state_back
from tests.factories import make_game, make_person, play_out, rng_of, take_turn
from tests.live.children import ROOT, environment, running

pytestmark = pytest.mark.django_db(transaction=True)

# Which rows tell of clocks: they stand still from the backup to the restore.
CLOCKS = {"games_deadline", "games_game"}
OTHER_KEY = Fernet.generate_key().decode()


@dataclass(frozen=True)
class World:
    """A backup of a site full of games, and a database into which it was restored as after a move."""

    file: Path
    moved: str
    owner: str


@pytest.fixture(scope="module")
def world(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[World]:
    with django_db_blocker.unblock(), pytest.MonkeyPatch.context() as patch:
        patch.setenv("ODIN_DATA", str(tmp_path_factory.mktemp("data")))
        own = connection.settings_dict["NAME"]
        try:
            populate()
            file = backup_of(tmp_path_factory.mktemp("backup"))
        finally:
            state_back()
        # By a role that is no superuser, as hosted databases give.
        with role(f"{own}_owner") as owner, database(f"{own}_moved", owner=owner) as moved:
            with using(moved, user=owner):
                call_command("restore", str(file), "--nothing-since", verbosity=0)
            yield World(file, moved, owner)


@pytest.fixture
def site(world: World, transactional_db: None) -> Iterator[World]:
    """The restored site in a database that the test may change."""
    with database(f"{world.moved}_copy", like=world.moved, owner=world.owner) as copy, using(copy, user=world.owner):
        yield World(world.file, copy, world.owner)


def populate() -> None:
    """A game in the middle of its second hand or further, one finished, one paused, one at its chain's end, one with a
    bot, and an offer; somebody waits in the queue."""
    rng = rng_of(5)
    alice, bob, charlie = (make_person(name) for name in ("alice", "bob", "charlie"))
    over = make_game([alice, bob], NewGame(seats=2, target=None, name="over"))
    play_out(over, rng)
    for name, people, seats, bots in (
        ("middle", [alice, bob], 2, ()),
        ("with bot", [alice, bob], 3, ("greedy",)),
        ("paused", [bob, charlie], 2, ()),
        ("end of chain", [alice, charlie], 2, ()),
    ):
        game = make_game(people, NewGame(seats=seats, target=15, name=name, bots=bots))
        while game.hands.count() == 1 or running_hand(game).turns_count < 2:
            take_turn(game, rng)
    for person in (bob, charlie):
        pause_want(public_id=named("paused").public_id, user=person, want=True)
    go_far(named("end of chain"), MAX_HAND_NUMBER - SKIPPED + 1)
    game_create(host=charlie, new=NewGame(seats=3, name="offer"))
    queue_join(user=charlie, seats=2, pace="1d")


@transaction.atomic
def go_far(game: Game, number: int) -> None:
    """Deal a hand of this number next, as after many that were void."""
    seats, hand, at = seats_of(game), running_hand(game), timezone.now()
    hand_void(game, hand, at)
    hand.save()
    game.version += 1
    hand_deal(game, seats, number=number, leader=hand.leader, at=at)
    turn_waits(game, seats, at)


def named(name: str) -> Game:
    return Game.objects.get(name=name)


def restore(file: Path, *options: str) -> None:
    call_command("restore", str(file), *options, verbosity=0)


def test_a_restored_database_has_the_same_rows_and_sound_games(site: World, tmp_path: Path) -> None:
    before, after = digests(site.file), digests(backup_of(tmp_path))
    assert {table for table in before if before[table] != after[table]} <= CLOCKS
    games = [rows_of(file, "games_game") for file in (site.file, backup_of(tmp_path))]
    for one, other in zip(*games, strict=True):
        assert {name for name in one if one[name] != other[name]} <= {"pause_ends_at", "contributions_due_at"}
    assert len(rows_of(site.file, "games_move")) > 50
    assert verify_all() == 5
    restored = digests(backup_of(tmp_path))
    for public_id in Game.objects.filter(started_at__isnull=False).values_list("public_id", flat=True):
        game_rebuild(public_id=public_id)
    assert digests(backup_of(tmp_path)) == restored


def test_nothing_is_void_after_a_move_and_new_rows_get_new_numbers(site: World) -> None:
    assert not Hand.objects.filter(voided=True).exclude(game=named("end of chain")).exists()
    last = Move.objects.latest("pk").pk
    take_turn(named("middle"), rng_of(1))
    assert last < Move.objects.latest("pk").pk < last + NUMBERS_BEYOND


def test_clocks_stand_still_from_the_backup_to_the_restore(site: World, tmp_path: Path) -> None:
    """As after a move that took two days: each clock shows what was left, and a pause lasts as long as agreed."""
    due = Deadline.objects.get(game__name="middle").due_at
    ends = named("paused").pause_ends_at
    assert due is not None
    assert ends is not None
    back = timedelta(days=2)
    Deadline.objects.update(since=F("since") - back, due_at=F("due_at") - back, next_at=F("next_at") - back)
    Game.objects.update(pause_ends_at=F("pause_ends_at") - back, changed_at=F("changed_at") - back)
    file = backup_of(tmp_path)
    manifest = json.loads(zipfile.ZipFile(file).read(MANIFEST))
    manifest["taken_at"] = (datetime.fromisoformat(manifest["taken_at"]) - back).isoformat()
    early = rewrite(file, tmp_path / "early.zip", MANIFEST, json.dumps(manifest).encode())
    restore(early, "--nothing-since", "--replace", "--yes")
    # Later by no more than what the two commands took.
    row, game = Deadline.objects.get(game__name="middle"), named("paused")
    assert row.due_at is not None
    assert game.pause_ends_at is not None
    assert timedelta() <= row.due_at - due < timedelta(minutes=10)
    assert timedelta() <= game.pause_ends_at - ends < timedelta(minutes=10)
    assert Deadline.objects.get(pk=game.pk).next_at == game.pause_ends_at


def test_an_earlier_time_voids_the_running_hands_and_passes_over_seeds(site: World) -> None:
    rng = rng_of(2)
    middle, with_bot = named("middle"), named("with bot")
    running_before = {game.pk: running_hand(game).number for game in (middle, with_bot, named("paused"))}
    # The site runs on: a hand ends, and its seed is shown.
    while running_hand(middle).number < running_before[middle.pk] + 2:
        take_turn(middle, rng)
    known = running_hand(middle).number
    cache.set("left-over", 1)
    restore(site.file, "--replace", "--yes")
    assert cache.get("left-over") is None
    for pk, number in running_before.items():
        game = Game.objects.get(pk=pk)
        void, new = game.hands.get(number=number), running_hand(game)
        assert (void.voided, void.points) == (True, None)
        assert seed_fits(bytes.fromhex(game.anchor), bytes.fromhex(void.seed), number)
        assert new.number == (known if pk == middle.pk else number) + SKIPPED
        assert (new.leader, new.turns_count, new.seed) == (void.leader, 0, "")
        assert game.version > 10_000
    assert verify_all() == 5
    middle.refresh_from_db()
    play_out(middle, rng)
    assert (middle.status, middle.ending) == (Game.Status.FINISHED, Game.Ending.TARGET)
    with_bot.refresh_from_db()
    for _turn in range(6):
        take_turn(with_bot, rng)
    assert verify_all() == 5


def test_an_earlier_time_is_told_on_the_table_and_in_the_replay(site: World) -> None:
    number = running_hand(named("middle")).number
    restore(site.file, "--replace", "--yes")
    game = named("middle")
    alice = game.seats.get(user__handle="alice").user
    result = next(row for row in table_of(game, alice).results if row.number == number)
    assert (result.voided, result.gone_back, result.rows) == (True, True, ())
    for _turn in range(3):
        take_turn(game, rng_of(3))
    seat_resign(public_id=game.public_id, user=alice)
    game.refresh_from_db()
    replay = replay_of(game, alice, hand=number)
    assert replay.voided
    assert [line.number for line in replay.hands] == [*range(1, number + 1), number + SKIPPED]
    assert replay.frames


def test_an_earlier_time_cancels_what_has_no_room_and_what_had_not_begun(site: World) -> None:
    restore(site.file, "--replace", "--yes")
    for name in ("end of chain", "offer"):
        game = named(name)
        assert (game.status, game.ending, game.to_act) == (Game.Status.CANCELLED, Game.Ending.CANCELLED, None)
    assert not Hand.objects.filter(game=named("end of chain"), ended_at__isnull=True).exists()
    assert Hand.objects.get(game=named("end of chain"), number=MAX_HAND_NUMBER - SKIPPED + 1).seed
    assert not QueueEntry.objects.exists()


def test_an_earlier_time_drops_the_mails_that_wait_and_tells_of_the_new_turn(site: World) -> None:
    waiting = set(Notice.objects.filter(status=Notice.Status.WAITING).values_list("pk", flat=True))
    assert waiting
    restore(site.file, "--replace", "--yes")
    assert set(Notice.objects.filter(pk__in=waiting).values_list("status", flat=True)) == {Notice.Status.DROPPED}
    new = Notice.objects.filter(status=Notice.Status.WAITING)
    assert new.filter(kind=Notice.Kind.MODERATION, game=named("offer")).count() == 1
    game = named("middle")
    seat = Seat.objects.get(game=game, number=game.to_act)
    assert [notice.user_id for notice in new.filter(kind=Notice.Kind.TURN, game=game)] == [seat.user_id]
    assert min(new.values_list("pk", flat=True)) > NUMBERS_BEYOND
    deadline = Deadline.objects.get(pk=game.pk)
    assert (deadline.user_id, deadline.version) == (seat.user_id, game.version)


def test_a_second_restore_of_the_same_backup_passes_over_the_first_ones_seeds(site: World) -> None:
    number = running_hand(named("middle")).number
    for times in (1, 2):
        restore(site.file, "--replace", "--yes")
        assert running_hand(named("middle")).number == number + times * SKIPPED
    restore(site.file, "--replace", "--yes", "--skip", "40")
    assert running_hand(named("middle")).number == number + 2 * SKIPPED + 40


def test_nothing_since_is_refused_where_the_site_ran_on(site: World, tmp_path: Path) -> None:
    file = backup_of(tmp_path)
    take_turn(named("middle"), rng_of(1))
    assert_refused("did run on after this backup: 1 games", file, "--nothing-since", "--replace", "--yes")


def assert_refused(words: str, file: Path, *options: str) -> None:
    """The restore is refused in one line, and nothing changes."""
    before = state()
    with pytest.raises(CommandError, match=words) as refused:
        restore(file, *options)
    assert "\n" not in str(refused.value)
    assert state() == before


def state() -> list[tuple[int, int, str]]:
    games = Game.objects.order_by("pk").values_list("pk", "version", "status")
    return [*games, (Move.objects.count(), Notice.objects.count(), "")]


def test_a_damaged_or_strange_file_is_refused(site: World, tmp_path: Path) -> None:
    whole = site.file.read_bytes()
    manifest = zipfile.ZipFile(site.file).read(MANIFEST)
    bad = tmp_path / "bad.zip"
    for content, words in (
        (whole[: len(whole) // 2], "cut short"),
        (whole[: len(whole) // 2] + bytes([whole[len(whole) // 2] ^ 1]) + whole[len(whole) // 2 + 1 :], "damaged"),
        (b"PGDMP" + bytes(2000), "no backup of this site"),
        (b"", "no backup of this site"),
    ):
        bad.write_bytes(content)
        assert_refused(words, bad, "--replace", "--yes")
    moves = zipfile.ZipFile(site.file).read("tables/games_move.copy")
    changed = rewrite(site.file, bad, "tables/games_move.copy", moves.replace(b"pass", b"PASS"))
    assert_refused("rows of games_move are not those", changed, "--replace", "--yes")
    for text in (b"{}", b"[" * 100_000, manifest.replace(b"odin-backup/1", b"odin-backup/2")):
        assert_refused("no backup of this site|this version reads", rewrite(site.file, bad, MANIFEST, text), "--yes")
    assert_refused("cannot be read", tmp_path / "none.zip", "--yes")


def test_what_only_shows_while_it_is_loaded_changes_nothing_either(site: World, tmp_path: Path) -> None:
    """A file that is whole, but whose rows point nowhere: the database refuses it at the end."""
    manifest = json.loads(zipfile.ZipFile(site.file).read(MANIFEST))
    empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    for part in manifest["parts"]:
        if part["table"] == "games_hand":
            part.update(rows=0, sha256=empty)
    torn = rewrite(site.file, tmp_path / "torn.zip", "tables/games_hand.copy", b"")
    torn = rewrite(torn, tmp_path / "torn2.zip", MANIFEST, json.dumps(manifest).encode())
    assert_refused("Nothing has changed: the database refused", torn, "--replace", "--yes")


def test_a_database_with_something_in_it_is_left_alone(site: World) -> None:
    assert_refused("--replace", site.file, "--yes")
    assert_refused("--yes", site.file, "--replace")
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE somebody_elses (id int)")
    assert_refused("somebody_elses", site.file, "--replace", "--yes")


def test_another_key_is_refused_and_going_on_without_cancels_the_games(site: World) -> None:
    with override_settings(CHAIN_KEYS=[OTHER_KEY]):
        assert_refused("CHAIN_KEY lacks the key .* chain_key", site.file, "--replace", "--yes")
        restore(site.file, "--replace", "--yes", "--nothing-since", "--without-chain-key")
        assert not Game.objects.filter(ended_at__isnull=True).exists()
        assert named("over").status == Game.Status.FINISHED
        hand = named("middle").hands.latest("number")
        assert (hand.voided, hand.seed) == (True, "")


def test_an_added_key_is_welcome(site: World) -> None:
    with reading(site.file) as backup:
        assert len(backup.manifest.keys) == 1

    with override_settings(CHAIN_KEYS=[OTHER_KEY, *settings.CHAIN_KEYS]):
        restore(site.file, "--replace", "--yes")
        assert running_hand(named("middle")).voided is False


def test_an_older_backup_is_brought_up_to_date(site: World, tmp_path: Path) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT max(name) FROM django_migrations WHERE app = 'games'")
        (newest,) = cursor.fetchone()
    call_command("migrate", "games", "0015", verbosity=0)
    old = backup_of(tmp_path)
    assert "left_before" not in rows_of(old, "games_deadline")[0]
    restore(old, "--replace", "--yes")
    # Once more, now that the tables are newer than those of the backup.
    restore(old, "--replace", "--yes")
    with connection.cursor() as cursor:
        cursor.execute("SELECT max(name) FROM django_migrations WHERE app = 'games'")
        assert cursor.fetchone() == (newest,)
    assert verify_all() == 5
    assert "left_before" in rows_of(backup_of(tmp_path), "games_deadline")[0]


def test_a_backup_of_a_newer_version_is_refused(site: World, tmp_path: Path) -> None:
    manifest = json.loads(zipfile.ZipFile(site.file).read(MANIFEST))
    manifest["migrations"].append(["games", "0999_of_the_future"])
    newer = rewrite(site.file, tmp_path / "newer.zip", MANIFEST, json.dumps(manifest).encode())
    assert_refused(r"newer version .*\(games\.0999_of_the_future", newer, "--replace", "--yes")


def test_nothing_is_restored_while_the_site_runs(site: World, tmp_path: Path) -> None:
    with psycopg.connect(url_of(site.moved), user=site.owner, application_name="web"):
        assert_refused("The site runs.*web", site.file, "--replace", "--yes")
    arguments = ("-m", "celery", "-A", "odinsite", "worker", "-c", "1", "--without-gossip", "--without-mingle")

    with running(*arguments, log=tmp_path / "worker.log"):
        for _second in range(60):
            if app.control.ping(timeout=1):
                break
        assert_refused("1 of its workers", site.file, "--replace", "--yes")


def test_nothing_is_restored_while_up_runs(site: World, tmp_path: Path) -> None:
    folder = Folder(tmp_path / "data")
    folder.prepare()
    with folder.lock("up.lock") or pytest.fail("the folder is in use"):
        ours = {"DATABASE_URL": "", "REDIS_URL": "", "ODIN_DATA": str(folder.path)}
        with running("manage.py", "restore", str(site.file), log=tmp_path / "log", **ours) as process:
            assert process.wait(120) == 1
    assert "The site already runs" in (tmp_path / "log").read_text()


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
    with database(f"{site.moved}_empty") as empty, using(empty), refused:
        call_command("backup", str(tmp_path / "empty.zip"))
    assert list(tmp_path.iterdir()) == []


def test_a_backup_can_be_piped(site: World, tmp_path: Path) -> None:

    done = subprocess.run(
        [sys.executable, "manage.py", "backup", "-"],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (tmp_path / "piped.zip").write_bytes(done.stdout)
    assert digests(tmp_path / "piped.zip") == digests(backup_of(tmp_path))


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
        files = [backup_of(tmp_path, f"{number}.zip") for number in range(3)]
    finally:
        done.set()
        player.join()
    assert not failures
    assert len({len(rows_of(file, "games_move")) for file in files}) > 1
    for file in files:
        restore(file, "--replace", "--yes")
        verify_all()
        for game in Game.objects.filter(started_at__isnull=False):
            version = game.version
            game_rebuild(public_id=game.public_id)
            game.refresh_from_db()
            assert game.version == version
