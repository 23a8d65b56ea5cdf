"""Each channel that a person chose gets one row."""

from __future__ import annotations

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from accounts.models import User
from games.lobby.services import NewGame
from games.models import Game, Notice, Webhook
from games.outbox.write import notice_write, turn_notice_write
from games.play.seats.resign import seat_resign
from tests.factories import seat_to_act
from tests.games_laid import game_before_end, lay_game, turn_next
from tests.notices.choices import channels_of, chooses, device_of, webhook_of
from tests.notices.outbox import send

pytestmark = pytest.mark.django_db

Kind, Status = Notice.Kind, Notice.Status


@pytest.fixture(autouse=True)
def push(settings: Settings) -> None:
    settings.VAPID_PRIVATE_KEY = "0000000000000000000000000000000000000000001"


def ways(user: User, kind: Notice.Kind) -> list[tuple[str, int]]:
    return sorted(Notice.objects.filter(user=user, kind=kind).values_list("channel", "target"))


def test_mail_every_device_and_every_webhook(game: Game) -> None:
    user = seat_to_act(game).user
    devices, hooks = [device_of(user), device_of(user)], [webhook_of(user), webhook_of(user)]
    notice_write(Kind.REMINDER, game, user, timezone.now())
    assert ways(user, Kind.REMINDER) == [
        ("mail", 0), *(("push", device.pk) for device in devices), *(("webhook", hook.pk) for hook in hooks),
    ]  # fmt: skip
    for row in Notice.objects.filter(user=user, kind=Kind.REMINDER):
        assert (row.subscription_id or row.webhook_id or 0) == row.target
        assert row.digest == ""


def test_others_devices_and_stopped_webhooks_hear_nothing(game: Game) -> None:
    seat = seat_to_act(game)
    other = game.seats.exclude(pk=seat.pk).get().user
    device_of(other)
    webhook_of(other)
    webhook_of(seat.user, stopped_at=timezone.now())
    notice_write(Kind.REMINDER, game, seat.user, timezone.now())
    assert ways(seat.user, Kind.REMINDER) == [("mail", 0)]


def test_what_was_switched_off_is_not_written(game: Game) -> None:
    user = seat_to_act(game).user
    device_of(user)
    hook = webhook_of(user)
    channels_of(user, {"over": {"mail": "off", "push": False, "webhook": True}})
    notice_write(Kind.OVER, game, user, timezone.now())
    notice_write(Kind.MODERATION, game, user, timezone.now())
    assert ways(user, Kind.OVER) == [("webhook", hook.pk)]
    assert len(ways(user, Kind.MODERATION)) == 3


def test_no_row_where_nothing_is_wanted(game: Game) -> None:
    user = seat_to_act(game).user
    channels_of(user, {"over": {"mail": "off", "push": False, "webhook": False}})
    notice_write(Kind.OVER, game, user, timezone.now())
    assert ways(user, Kind.OVER) == []


def test_joined_notices_follow_the_choice_for_starts(alice: User, bob: User) -> None:
    chooses(bob, "off", kinds=["started"])
    lay_game([alice, bob], NewGame(seats=3))
    assert ways(bob, Kind.JOINED) == []


def test_a_repeatedly_written_event_notifies_once(game: Game) -> None:
    user = seat_to_act(game).user
    webhook_of(user)
    for number in (0, 0, 1):
        notice_write(Kind.REMINDER, game, user, timezone.now(), number=number)
    notice_write(Kind.REMINDER, game, user, timezone.now(), version=game.version + 1)
    assert len(ways(user, Kind.REMINDER)) == 3 * 2
    first = Notice.objects.filter(kind=Kind.REMINDER).earliest("pk")
    Notice.objects.filter(pk=first.pk).update(status=Status.SENT, sent_at=timezone.now())
    notice_write(Kind.REMINDER, game, user, timezone.now(), version=first.version)
    first.refresh_from_db()
    assert first.status == Status.SENT


def test_a_turns_notices_cost_two_queries(game: Game, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    webhook_of(seat_to_act(game).user)
    seat = game.seats.select_related("held_by__preferences").get(pk=seat_to_act(game).pk)
    Notice.objects.all().delete()
    with django_assert_num_queries(2):
        turn_notice_write(game, seat, timezone.now())
    assert len(ways(seat.user, Kind.TURN)) == 2


def test_a_webhook_that_cannot_be_reached_fails_with_a_reason(game: Game) -> None:
    user = seat_to_act(game).user
    hook = webhook_of(user)
    notice_write(Kind.TURN, game, user, timezone.now(), number=1)
    row = send(Notice.objects.get(webhook=hook))
    assert (row.status, row.attempts) == (Status.FAILED, 1)
    assert row.reason
    assert "127.0.0.1" not in row.reason
    hook.refresh_from_db()
    assert hook.failures == 1


@pytest.mark.parametrize("gone", ["removed", "stopped", "off"])
def test_nothing_goes_to_a_webhook_that_is_no_more(game: Game, gone: str) -> None:
    user = seat_to_act(game).user
    hook = webhook_of(user)
    notice_write(Kind.TURN, game, user, timezone.now(), number=1)
    row = Notice.objects.get(webhook=hook)
    if gone == "removed":
        Webhook.objects.all().delete()
    elif gone == "stopped":
        Webhook.objects.update(stopped_at=timezone.now())
    else:
        channels_of(user, {"turn": {"mail": "now", "push": True, "webhook": False}})
    row = send(row)
    words = "you turned this off" if gone == "off" else "the device or webhook was removed or turned off"
    assert (row.status, row.reason) == (Status.DROPPED, words)


def test_the_end_is_mailed_to_all_but_resigned_players(alice: User, bob: User, charlie: User) -> None:
    """The third resigned."""
    turn_next(game_before_end([bob, charlie, alice], recorded="one_of_three_resigned"))
    told = Notice.objects.filter(kind=Kind.OVER)
    assert {row.user.handle for row in told} == {"bob", "charlie"}


def test_the_last_player_hears_of_the_resignations(alice: User, bob: User) -> None:
    game = lay_game([alice, bob])
    seat_resign(public_id=game.public_id, user=alice)
    assert [row.user for row in Notice.objects.filter(kind=Kind.OVER)] == [bob]


def test_players_replaced_by_a_caretaker_hear_of_the_end(alice: User, bob: User) -> None:
    game = game_before_end([alice, bob], recorded="single_hand_of_three_with_bot")
    game.seats.filter(user=alice).update(held_by=game.seats.get(kind="bot").user)
    turn_next(game)
    assert {row.user.handle for row in Notice.objects.filter(kind=Kind.OVER)} == {"alice", "bob"}
