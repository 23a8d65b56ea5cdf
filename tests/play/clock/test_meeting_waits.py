"""Clock, reminders, requests and orders together."""

from datetime import time, timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.lobby.services import NewGame
from games.models import Deadline, Game, Move, Notice, Preferences
from games.notices.claim import outbox_claim
from games.notices.links.turn import link_issue, link_open
from games.play.clock.absences import absence_add
from games.play.clock.reminders import NIGHT_MARGIN
from games.play.derived import game_rebuild
from games.play.seats.resign import seat_resign
from games.play.standing_orders import Order, OrderKind, orders_set
from games.play.timeouts import _attend, wait_attend
from games.play.turn import turn_play
from games.play.waits.extra_time import time_grant
from games.play.waits.pauses import pause_want
from tests.games_laid import lay_game, lay_slow_game
from tests.games_laid.cards import lay
from tests.play.slow_games import (
    DAY,
    HOUR,
    START,
    TODAY,
    actor_and_other,
    clock_of,
    day,
    person_acts,
    seat_of,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("travel")]

MINUTE = timedelta(minutes=1)


def wish(game: Game, *people: User) -> None:
    for person in people:
        pause_want(public_id=game.public_id, user=person, want=True)
    game.refresh_from_db()


def reminded(game: Game, travel: time_machine.Traveller) -> None:
    travel.move_to(START + 18 * HOUR)
    wait_attend(game_id=game.pk)
    assert Notice.objects.filter(kind="reminder").count() == 1


def test_one_reminder_is_not_repeated_after_a_pause(alice: User, bob: User, travel: time_machine.Traveller) -> None:
    game = lay_slow_game([alice, bob])
    reminded(game, travel)
    wish(game, alice, bob)
    wish(game, alice, bob)
    assert game.status == Game.Status.RUNNING
    assert (clock_of(game).remind_at, clock_of(game).reminders) == (None, 1)


def test_one_reminder_is_not_repeated_for_coming_days_off(
    alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    game = lay_slow_game([alice, bob])
    acts, _other = actor_and_other(game)
    reminded(game, travel)
    absence_add(user=acts, first=day(30), last=day(31))
    assert clock_of(game).remind_at is None


def test_a_day_more_has_a_reminder_of_its_own(alice: User, bob: User, travel: time_machine.Traveller) -> None:
    game = lay_slow_game([alice, bob])
    _acts, other = actor_and_other(game)
    reminded(game, travel)
    time_grant(public_id=game.public_id, user=other, version=game.version)
    assert clock_of(game).remind_at == START + 42 * HOUR
    travel.move_to(START + 42 * HOUR)
    wait_attend(game_id=game.pk)
    assert Notice.objects.filter(kind="reminder").count() == 2
    assert clock_of(game).next_at == clock_of(game).due_at


def test_a_day_more_before_the_reminder_brings_no_second(
    alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    game = lay_slow_game([alice, bob])
    _acts, other = actor_and_other(game)
    time_grant(public_id=game.public_id, user=other, version=game.version)
    travel.move_to(START + 42 * HOUR)
    wait_attend(game_id=game.pk)
    assert clock_of(game).remind_at is None


def test_links_and_notices_of_before_a_pause_fit_the_wait_after_it(
    alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    game = lay_slow_game([alice, bob])
    acts, _other = actor_and_other(game)
    first = Notice.objects.get(kind="turn", user=acts)
    link = link_issue(first)
    wish(game, alice, bob)
    wish(game, alice, bob)
    assert link_open(token=link.rstrip("/").rpartition("/")[2]).game == game
    travel.shift(HOUR)
    assert outbox_claim(notice_id=first.pk) is None
    assert outbox_claim(notice_id=Notice.objects.filter(kind="turn", user=acts).latest("version").pk) is not None


def test_an_order_acts_at_the_last_moment_where_its_while_would_be_longer(
    alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    game = lay_slow_game([alice, bob])
    acts, other = actor_and_other(game)
    number = seat_of(game, acts).number
    held = ("B1 R2", "K9 O8") if number == 0 else ("K9 O8", "B1 R2")
    lay(game, *held, to_act=number, table="K8", table_seat=1 - number)
    travel.move_to(START + DAY - timedelta(seconds=1))
    wish(game, alice, bob)
    orders_set(public_id=game.public_id, user=acts, order=Order(OrderKind.STUCK))
    wish(game, other, acts)
    due = clock_of(game).due_at
    assert due is not None
    travel.move_to(due)
    wait_attend(game_id=game.pk)
    assert Move.objects.get().by == Move.By.AUTO
    assert seat_of(game, acts).timeouts == 0


def test_a_pause_begins_when_the_last_objector_leaves(alice: User, bob: User, charlie: User) -> None:
    game = lay_slow_game([alice, bob, charlie])
    wish(game, alice, bob)
    assert game.status == Game.Status.RUNNING
    seat_resign(public_id=game.public_id, user=charlie)
    game.refresh_from_db()
    assert game.status == Game.Status.PAUSED
    assert clock_of(game).next_at == game.pause_ends_at


def test_a_pause_ends_when_its_last_supporter_leaves(alice: User, bob: User, charlie: User) -> None:
    game = lay_slow_game([alice, bob, charlie])
    wish(game, alice, bob, charlie)
    wish(game, alice, bob)
    seat_resign(public_id=game.public_id, user=charlie)
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    assert game.bot_acts or clock_of(game).due_at is not None


def test_a_notice_of_a_turn_with_an_order_looks_like_any_other(
    alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    game = lay_game([alice, bob], NewGame(seats=2, target=30, undo=False))
    acts, other = actor_and_other(game)
    number = seat_of(game, acts).number
    held = ("B1 R2 G3", "K9 O8 P5") if number == 0 else ("K9 O8 P5", "B1 R2 G3")
    lay(game, *held, to_act=1 - number, table="K8", table_seat=number)
    orders_set(public_id=game.public_id, user=acts, order=Order(OrderKind.STUCK))
    game.refresh_from_db()
    turn_play(public_id=game.public_id, user=other, version=game.version, text="K9")
    assert clock_of(game).order_at is not None
    notice = Notice.objects.get(kind="turn", user=acts, version=game.version + 1)
    travel.move_to(notice.due_at)
    assert outbox_claim(notice_id=notice.pk) is None
    notice.refresh_from_db()
    assert notice.status == Notice.Status.WAITING
    assert notice.due_at == timezone.now() + 2 * MINUTE


def test_all_of_a_long_waits_absence_counts(alice: User, bob: User, travel: time_machine.Traveller) -> None:
    game = lay_slow_game([alice, bob], "none")
    acts, _other = actor_and_other(game)
    absence_add(user=acts, first=TODAY, last=day(9))
    travel.move_to(START + 40 * DAY)
    person_acts(game)
    assert seat_of(game, acts).absence_spent > 9 * DAY


@pytest.mark.parametrize("bots", [[], ["berserker"]])
def test_the_rebuild_restores_a_lost_clock(alice: User, bob: User, bots: list[str]) -> None:
    game = lay_slow_game([alice] if bots else [alice, bob], bots=bots)
    Deadline.objects.filter(pk=game.pk).delete()
    game_rebuild(public_id=game.public_id)
    game.refresh_from_db()
    assert (clock_of(game).next_at is None) == game.bot_acts
    due = clock_of(game).due_at
    game_rebuild(public_id=game.public_id)
    assert clock_of(game).due_at == due


def test_a_paused_game_without_its_clock_still_resumes(alice: User, bob: User) -> None:
    game = lay_slow_game([alice, bob])
    wish(game, alice, bob)
    Deadline.objects.filter(pk=game.pk).delete()
    game_rebuild(public_id=game.public_id)
    assert clock_of(game).next_at == game.pause_ends_at


def test_a_start_is_notified_where_the_turns_mail_is_far_off(
    alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    weekly = {"turn": {"mail": "weekly", "push": False, "webhook": False}}
    for person in (alice, bob):
        Preferences.objects.create(user=person, channels=weekly)
    game = lay_slow_game([alice, bob], "14d")
    acts, _other = actor_and_other(game)
    started = Notice.objects.get(kind="started", user=acts)
    travel.move_to(START + HOUR)
    assert outbox_claim(notice_id=started.pk) is not None


def test_a_reminder_that_quiet_hours_would_swallow_comes_before_them(
    alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    for person in (alice, bob):
        Preferences.objects.create(user=person, remind_share=10, quiet=[time(20), time(10)])
    game = lay_slow_game([alice, bob])
    assert clock_of(game).due_at == START + DAY
    reminder = clock_of(game).remind_at
    assert reminder == START.replace(hour=20) - NIGHT_MARGIN
    travel.move_to(reminder)
    wait_attend(game_id=game.pk)
    assert outbox_claim(notice_id=Notice.objects.get(kind="reminder").pk) is not None


@pytest.mark.parametrize(
    ("quiet", "comes"),
    [(None, time(2)), ([time(1), time(13)], time(1)), ([time(20), time(1)], time(2)), ([time(5), time(13)], time(2))],
)
def test_a_reminder_and_a_deadline_in_one_night_do_not_both_come_at_its_end(
    quiet: list[time] | None, comes: time, alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    for person in (alice, bob):
        Preferences.objects.create(user=person, remind_share=10, waking=[time(14), time(2)], quiet=quiet)
    game = lay_slow_game([alice, bob])
    assert clock_of(game).due_at == (START + DAY).replace(hour=14)
    reminder = clock_of(game).remind_at
    assert reminder == (START + DAY).replace(hour=comes.hour) - NIGHT_MARGIN
    travel.move_to(reminder)
    wait_attend(game_id=game.pk)
    assert outbox_claim(notice_id=Notice.objects.get(kind="reminder").pk) is not None


def test_repeated_reminders_do_not_gather_before_a_night(
    alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    for person in (alice, bob):
        Preferences.objects.create(user=person, remind_share=31, remind_repeat=True, waking=[time(14), time(2)])
    game = lay_slow_game([alice, bob])
    reminder = clock_of(game).remind_at
    assert reminder is not None
    assert reminder.date() == (START + DAY).date()
    assert time(1) < reminder.time() < time(2)
    travel.move_to(reminder)
    wait_attend(game_id=game.pk)
    assert clock_of(game).remind_at is None


def test_a_reminder_before_a_weekend_off_comes_on_its_last_evening(
    alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    travel.move_to((START + 3 * DAY).replace(hour=23))
    for person in (alice, bob):
        Preferences.objects.create(user=person, remind_share=5, waking=[time(8), time(21)])
    game = lay_slow_game([alice, bob], weekends_off=True)
    assert clock_of(game).due_at == (START + 7 * DAY).replace(hour=8)
    assert clock_of(game).remind_at == (START + 4 * DAY).replace(hour=21) - NIGHT_MARGIN


def test_an_early_call_for_the_caretakers_turn_is_repeated(
    alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    game = lay_slow_game([alice, bob])
    Game.objects.filter(pk=game.pk).update(timeout_action="caretaker")
    due = clock_of(game).due_at
    assert due is not None
    travel.move_to(due)
    _attend(game_id=game.pk, version=game.version, caretaker="")
    assert not Move.objects.exists()
    next_at = clock_of(game).next_at
    assert next_at is not None
    assert next_at <= due
    wait_attend(game_id=game.pk)
    assert Move.objects.get().by == Move.By.BOT
