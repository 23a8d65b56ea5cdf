"""A restore that loses time never repeats a seed, number or version already seen outside."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.core.cache import cache
from pytest_django import DjangoDbBlocker

from accounts.models import AccountMail
from games.engine.fairdeal import seed_fits
from games.history.replay import hand_replay
from games.models import Deadline, Game, Hand, Notice, QueueEntry
from games.models.hand import MAX_HAND_NUMBER
from games.play.seats.resign import seat_resign
from games.restoring import SKIPPED
from games.table import table_view
from odinsite.backup.restoring import NUMBERS_BEYOND
from tests.deploy.backups.databases import database, using, verify_all
from tests.deploy.backups.world import World, named, restore
from tests.factories import play_out, play_until, rng_of, seat_to_act, take_turn
from tests.moderation.moderator_acts import hand_of

pytestmark = [pytest.mark.whole, pytest.mark.django_db(transaction=True)]


@dataclass(frozen=True)
class Rewound(World):
    """A database that went back to the backup after it had played on."""

    # By game.
    backed_up: dict[str, int]
    # Of "middle", when the site stopped.
    reached: int
    waiting: set[int]


@pytest.fixture(scope="module")
def rewound(
    world: World, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Rewound]:
    name = f"{world.database}_rewound"
    with pytest.MonkeyPatch.context() as patch, database(name, like=world.database):
        patch.setenv("ODIN_DATA", str(tmp_path_factory.mktemp("data")))
        with django_db_blocker.unblock(), using(name):
            numbers = {game: hand_of(named(game)).number for game in ("middle", "with bot", "paused")}
            waiting = set(Notice.objects.filter(status=Notice.Status.WAITING).values_list("pk", flat=True))
            middle = named("middle")
            play_until(middle, rng_of(2), lambda game: game.hands.count() == numbers["middle"] + 2)
            cache.set("left-over", 1)
            restore(world.file, "--replace", "--yes")
            assert cache.get("left-over") is None
        yield Rewound(world.file, name, numbers, numbers["middle"] + 2, waiting)


@pytest.fixture
def site(
    rewound: Rewound, transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Rewound]:
    """A rewound site for tests that play on."""
    monkeypatch.setenv("ODIN_DATA", str(tmp_path.parent))
    with database(f"{rewound.database}_copy", like=rewound.database) as copy, using(copy):
        yield rewound


@pytest.fixture
def seen(rewound: Rewound, transactional_db: None) -> Iterator[Rewound]:
    """A rewound site for tests that write nothing."""
    with using(rewound.database):
        yield rewound


def test_an_earlier_time_voids_the_running_hands_and_passes_over_seeds(site: Rewound) -> None:
    rng = rng_of(2)
    for name, number in site.backed_up.items():
        game = named(name)
        void, new = game.hands.get(number=number), hand_of(game)
        assert (void.voided, void.points) == (True, None)
        assert seed_fits(bytes.fromhex(game.anchor), bytes.fromhex(void.seed), number)
        assert new.number == (site.reached if name == "middle" else number) + SKIPPED
        assert (new.leader, new.turns_count, new.seed) == (void.leader, 0, "")
        assert game.version > 10_000
    middle, with_bot = named("middle"), named("with bot")
    play_out(middle, rng)
    assert (middle.status, middle.ending) == (Game.Status.FINISHED, Game.Ending.TARGET)
    for _turn in range(6):
        take_turn(with_bot, rng)
    assert verify_all() == 5


def test_a_restored_time_is_shown_on_the_table_and_in_the_replay(site: Rewound) -> None:
    assert verify_all() == 5
    number, game = site.backed_up["middle"], named("middle")
    alice = game.seats.get(user__handle="alice").user
    result = next(row for row in table_view(game, alice).results if row.number == number)
    assert (result.voided, result.gone_back, result.rows) == (True, True, ())
    for _turn in range(3):
        take_turn(game, rng_of(3))
    seat_resign(public_id=game.public_id, user=alice)
    game.refresh_from_db()
    replay = hand_replay(game, alice, hand=number)
    assert replay.voided
    assert [line.number for line in replay.hands] == [*range(1, number + 1), site.reached + SKIPPED]
    assert replay.frames


def test_an_earlier_time_cancels_what_has_no_room_and_what_had_not_begun(seen: Rewound) -> None:
    for name in ("end of chain", "offer"):
        game = named(name)
        assert (game.status, game.ending, game.to_act) == (Game.Status.CANCELLED, Game.Ending.CANCELLED, None)
    assert not Hand.objects.filter(game=named("end of chain"), ended_at__isnull=True).exists()
    assert Hand.objects.get(game=named("end of chain"), number=MAX_HAND_NUMBER - SKIPPED + 1).seed
    assert not QueueEntry.objects.exists()


def test_a_restored_time_drops_waiting_mails_and_notifies_of_the_turn(seen: Rewound) -> None:
    assert seen.waiting
    assert set(Notice.objects.filter(pk__in=seen.waiting).values_list("status", flat=True)) == {Notice.Status.DROPPED}
    new = Notice.objects.filter(status=Notice.Status.WAITING)
    assert new.filter(kind=Notice.Kind.MODERATION, game=named("offer")).count() == 1
    game = named("middle")
    seat = seat_to_act(game)
    assert [notice.user_id for notice in new.filter(kind=Notice.Kind.TURN, game=game)] == [seat.user_id]
    assert min(new.values_list("pk", flat=True)) > NUMBERS_BEYOND
    deadline = Deadline.objects.get(pk=game.pk)
    assert (deadline.user_id, deadline.version) == (seat.user_id, game.version)


def test_an_earlier_time_gives_up_account_mails_that_may_have_left(world: World, seen: Rewound) -> None:
    with using(world.database):
        mail = AccountMail.objects.get()
    assert (mail.status, bool(mail.sealed)) == (AccountMail.Status.WAITING, True)
    mail.refresh_from_db()
    assert (mail.status, bool(mail.sealed)) == (AccountMail.Status.EXPIRED, False)


def test_a_second_restore_of_the_same_backup_passes_over_the_first_ones_seeds(site: Rewound) -> None:
    assert hand_of(named("middle")).number == site.reached + SKIPPED
    restore(site.file, "--replace", "--yes", "--skip", "40")
    assert hand_of(named("middle")).number == site.reached + SKIPPED + 40
