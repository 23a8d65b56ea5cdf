"""A restore that loses time never repeats a seed, number or version already seen outside."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from accounts.models import AccountMail
from games.engine.fairdeal import seed_fits
from games.history.replay import hand_replay
from games.models import Deadline, Game, Hand, Notice, QueueEntry
from games.models.hand import MAX_HAND_NUMBER
from games.play.seats.resign import seat_resign
from games.restoring import SKIPPED
from games.table import table_view
from odinsite.backup.restoring import NUMBERS_BEYOND
from tests.deploy.backups.databases import (
    verify_all,
)
from tests.deploy.backups.world import World, named, restore
from tests.factories import play_out, rng_of, seat_to_act, take_turn
from tests.moderation.moderator_acts import hand_of

pytestmark = [pytest.mark.whole, pytest.mark.django_db(transaction=True)]


def test_an_earlier_time_voids_the_running_hands_and_passes_over_seeds(site: World) -> None:
    rng = rng_of(2)
    middle, with_bot = named("middle"), named("with bot")
    running_before = {game.pk: hand_of(game).number for game in (middle, with_bot, named("paused"))}
    while hand_of(middle).number < running_before[middle.pk] + 2:
        take_turn(middle, rng)
    known = hand_of(middle).number
    cache.set("left-over", 1)
    restore(site.file, "--replace", "--yes")
    assert cache.get("left-over") is None
    for pk, number in running_before.items():
        game = Game.objects.get(pk=pk)
        void, new = game.hands.get(number=number), hand_of(game)
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
    number = hand_of(named("middle")).number
    restore(site.file, "--replace", "--yes")
    game = named("middle")
    alice = game.seats.get(user__handle="alice").user
    result = next(row for row in table_view(game, alice).results if row.number == number)
    assert (result.voided, result.gone_back, result.rows) == (True, True, ())
    for _turn in range(3):
        take_turn(game, rng_of(3))
    seat_resign(public_id=game.public_id, user=alice)
    game.refresh_from_db()
    replay = hand_replay(game, alice, hand=number)
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
    seat = seat_to_act(game)
    assert [notice.user_id for notice in new.filter(kind=Notice.Kind.TURN, game=game)] == [seat.user_id]
    assert min(new.values_list("pk", flat=True)) > NUMBERS_BEYOND
    deadline = Deadline.objects.get(pk=game.pk)
    assert (deadline.user_id, deadline.version) == (seat.user_id, game.version)


def test_an_earlier_time_gives_up_account_mails_that_may_have_left(site: World) -> None:
    mail = AccountMail.objects.get()
    assert (mail.status, bool(mail.sealed)) == (AccountMail.Status.WAITING, True)
    restore(site.file, "--replace", "--yes")
    mail.refresh_from_db()
    assert (mail.status, bool(mail.sealed)) == (AccountMail.Status.EXPIRED, False)


def test_a_second_restore_of_the_same_backup_passes_over_the_first_ones_seeds(site: World) -> None:
    number = hand_of(named("middle")).number
    for times in (1, 2):
        restore(site.file, "--replace", "--yes")
        assert hand_of(named("middle")).number == number + times * SKIPPED
    restore(site.file, "--replace", "--yes", "--skip", "40")
    assert hand_of(named("middle")).number == number + 2 * SKIPPED + 40
