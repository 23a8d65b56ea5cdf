"""In quiet hours, in the person's zone, only exempt kinds are sent."""

from __future__ import annotations

import random
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
import time_machine
from pytest_django.fixtures import Settings

from accounts.models import User
from games.lobby.invitations import person_invite
from games.lobby.services import NewGame
from games.models import Game, Notice, Seat
from games.notices.preferences import NoticeChoices, preferences_change
from games.outbox.write import notice_write
from games.play.timeouts import wait_attend
from tests.factories import seat_to_act, take_turn
from tests.games_laid import lay_game
from tests.notices.choices import chooses, device_of, quiet
from tests.notices.mail_server import Server
from tests.notices.outbox import send, swept, turn_mail

pytestmark = pytest.mark.django_db

# 23:30 in Berlin.
START = datetime(2027, 1, 12, 22, 30, tzinfo=UTC)
MORNING = datetime(2027, 1, 13, 6, 0, tzinfo=UTC)


@pytest.fixture
def invited(travel: time_machine.Traveller, alice: User, bob: User) -> Game:
    quiet(bob, 22, 7, zone="Europe/Berlin")
    game = lay_game([alice], NewGame(seats=3))
    person_invite(public_id=game.public_id, host=alice, handle="bob")
    return game


def test_a_notice_waits_for_the_morning(server: Server, invited: Game, travel: time_machine.Traveller) -> None:
    row = Notice.objects.get(kind=Notice.Kind.INVITATION)
    assert row.due_at == MORNING
    assert swept() == 0
    assert send(row).status == Notice.Status.WAITING
    travel.move_to(MORNING)
    assert swept() == 1
    assert send(row).status == Notice.Status.SENT


def test_what_is_exempt_goes_at_once(server: Server, travel: time_machine.Traveller, alice: User, bob: User) -> None:
    quiet(bob, 22, 7, "invitation", zone="Europe/Berlin")
    game = lay_game([alice], NewGame(seats=3))
    person_invite(public_id=game.public_id, host=alice, handle="bob")
    assert send(Notice.objects.get(kind=Notice.Kind.INVITATION)).status == Notice.Status.SENT


def test_another_zone_is_awake(server: Server, travel: time_machine.Traveller, alice: User, bob: User) -> None:
    quiet(bob, 22, 7, zone="America/Denver")
    game = lay_game([alice], NewGame(seats=3))
    person_invite(public_id=game.public_id, host=alice, handle="bob")
    assert send(Notice.objects.get(kind=Notice.Kind.INVITATION)).status == Notice.Status.SENT


def test_quiet_hours_chosen_later_hold_too(
    server: Server, travel: time_machine.Traveller, alice: User, bob: User
) -> None:
    game = lay_game([alice, bob])
    row = turn_mail(game)
    quiet(row.user, 22, 7, zone="Europe/Berlin")
    row = send(row)
    assert (row.status, row.due_at, row.attempts) == (Notice.Status.WAITING, MORNING, 0)
    travel.move_to(MORNING)
    assert send(row).status == Notice.Status.SENT


def test_a_retry_waits_for_the_morning_too(server: Server, travel: time_machine.Traveller, game: Game) -> None:
    row = turn_mail(game)
    server.data = ["451 later"]
    send(row)
    quiet(row.user, 22, 7, zone="Europe/Berlin")
    travel.shift(timedelta(minutes=2))
    assert send(row).due_at == MORNING


@pytest.mark.parametrize("timeouts", [1, 3])
def test_a_start_is_no_news_in_the_morning_once_time_ran_out(
    server: Server, travel: time_machine.Traveller, alice: User, bob: User, timeouts: int
) -> None:
    """At 60 seconds a turn, a bot holds the seat after three time-outs."""
    for person in (alice, bob):
        quiet(person, 22, 7, zone="Europe/Berlin")
    game = lay_game([alice, bob], NewGame(seats=2, pace="60s"))
    leader = seat_to_act(game).user
    for _turn in range(2 * timeouts - 1):
        travel.shift(timedelta(seconds=61))
        wait_attend(game_id=game.pk)
    travel.move_to(MORNING)
    rows = Notice.objects.filter(user=leader, channel=Notice.Channel.MAIL).exclude(kind=Notice.Kind.JOINED)
    told = {row.kind: send(row) for row in rows.order_by("-kind")}
    assert (told["started"].status, told["started"].reason) == (Notice.Status.DROPPED, "the turn was played")
    assert [mail["Subject"] for mail in server.mails] == [f"Your time ran out in {game.title}"]


def test_a_start_told_in_the_morning_names_no_leader_who_has_led(
    server: Server, travel: time_machine.Traveller, alice: User, bob: User, charlie: User, rng: random.Random
) -> None:
    for person in (alice, bob, charlie):
        quiet(person, 22, 7, zone="Europe/Berlin")
    game = lay_game([alice, bob, charlie])
    take_turn(game, rng)
    assert game.to_act is not None
    seat = Seat.objects.exclude(number=game.to_act).get(game=game, acted_at=None)
    travel.move_to(MORNING)
    send(Notice.objects.get(user=seat.user, kind=Notice.Kind.STARTED))
    assert [mail["Subject"] for mail in server.mails] == [f"{game.title} has started"]


def test_devices_are_quiet_as_well(settings: Settings, travel: time_machine.Traveller, game: Game) -> None:
    settings.VAPID_PRIVATE_KEY = "set"
    user = seat_to_act(game).user
    device = device_of(user)
    quiet(user, 22, 7, zone="Europe/Berlin")
    notice_write(Notice.Kind.REMINDER, game, User.objects.get(pk=user.pk), START)
    assert Notice.objects.get(subscription=device).due_at == MORNING


def test_a_collected_mail_at_night_waits_for_the_morning(travel: time_machine.Traveller, game: Game) -> None:
    user = seat_to_act(game).user
    chooses(user, "daily", digest_hour=0)
    quiet(user, 22, 7, zone="Europe/Berlin")
    notice_write(Notice.Kind.REMINDER, game, User.objects.get(pk=user.pk), START)
    assert Notice.objects.get(kind=Notice.Kind.REMINDER).due_at == MORNING


def choices(**more: object) -> NoticeChoices:
    plain: dict[str, Any] = {
        "channels": {}, "digest_hour": 18, "digest_weekday": 6, "quiet": None, "quiet_exempt": [], "remind_share": 25,
        "remind_repeat": False,
    }  # fmt: skip
    return NoticeChoices(**(plain | more))


AS_BEFORE = (time(22), time(7))


@pytest.mark.parametrize(
    "more", [{}, {"quiet": (time(22), time(23))}, {"quiet": AS_BEFORE, "quiet_exempt": [Notice.Kind.INVITATION]}]
)
def test_what_waits_goes_when_quiet_hours_no_longer_hold_it(
    server: Server, invited: Game, bob: User, travel: time_machine.Traveller, more: dict[str, object]
) -> None:
    travel.shift(timedelta(minutes=31))
    preferences_change(user=bob, choices=choices(**more))
    assert swept() == 1
    assert send(Notice.objects.get(kind=Notice.Kind.INVITATION)).status == Notice.Status.SENT


def test_what_still_may_not_go_is_put_off_to_the_new_end(
    server: Server, invited: Game, bob: User, travel: time_machine.Traveller
) -> None:
    preferences_change(user=bob, choices=choices(quiet=(time(21), time(6))))
    row = send(Notice.objects.get(kind=Notice.Kind.INVITATION))
    assert (row.status, row.due_at) == (Notice.Status.WAITING, MORNING - timedelta(hours=1))


def test_what_failed_keeps_its_pause(server: Server, travel: time_machine.Traveller, alice: User, bob: User) -> None:
    game = lay_game([alice, bob])
    row = turn_mail(game)
    server.data = ["451 later"]
    due_at = send(row).due_at
    preferences_change(user=row.user, choices=choices(quiet=(time(12), time(13))))
    row.refresh_from_db()
    assert row.due_at == due_at


def test_collected_mails_go_by_the_new_hour(travel: time_machine.Traveller, alice: User, bob: User) -> None:
    for person in (alice, bob):
        chooses(person, "daily", digest_hour=18)
    row = turn_mail(lay_game([alice, bob]))
    assert row.due_at == datetime(2027, 1, 13, 18, 0, tzinfo=UTC)
    preferences_change(user=row.user, choices=choices(digest_hour=9))
    row.refresh_from_db()
    assert row.due_at == datetime(2027, 1, 13, 9, 0, tzinfo=UTC)
