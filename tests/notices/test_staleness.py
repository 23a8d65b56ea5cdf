"""Stale notifications are dropped, and the person sees why."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Deadline, Game, Notice, Seat
from games.notices.claim import outbox_claim, outbox_confirm
from games.outbox.write import notice_write
from games.play.presence import presence_save
from tests.factories import seat_to_act, take_turn
from tests.games_laid import finished_game, game_before_end, turn_next
from tests.notices.choices import chooses
from tests.notices.mail_server import Server
from tests.notices.outbox import make_due, person_is_away, send, turn_mail

pytestmark = pytest.mark.django_db

Kind, Status = Notice.Kind, Notice.Status


def outcome(row: Notice) -> tuple[str, str]:
    make_due(row)
    row = send(row)
    return row.status, row.reason


def written(kind: Notice.Kind, game: Game, user: User) -> Notice:
    notice_write(kind, game, user, timezone.now())
    return Notice.objects.filter(game=game, user=user, kind=kind, channel="mail").latest("pk")


def looked(game: Game, user: User) -> None:
    """Let the person see the game and leave again."""
    Notice.objects.filter(game=game).update(created_at=timezone.now() - timedelta(hours=1))
    presence_save(public_id=game.public_id, user=user)
    Seat.objects.filter(game=game, user=user).update(looked_at=timezone.now() - timedelta(minutes=10))


@pytest.mark.parametrize("kind", [Kind.TIMEOUT, Kind.MODERATION, Kind.OVER])
def test_what_the_person_has_seen_is_no_news(server: Server, game: Game, kind: Notice.Kind) -> None:
    user = seat_to_act(game).user
    row = written(kind, game, user)
    looked(game, user)
    assert outcome(row) == (Status.DROPPED, "you’ve looked at the game")
    assert server.mails == []


@pytest.mark.parametrize("kind", [Kind.TIMEOUT, Kind.MODERATION, Kind.OVER])
def test_what_was_seen_before_is_told(server: Server, game: Game, kind: Notice.Kind) -> None:
    user = person_is_away(game)
    assert outcome(written(kind, game, user)) == (Status.SENT, "")


def test_a_later_timeout_mentions_the_earlier(server: Server, game: Game) -> None:
    user = seat_to_act(game).user
    first = written(Kind.TIMEOUT, game, user)
    notice_write(Kind.TIMEOUT, game, user, timezone.now(), version=game.version + 2)
    assert outcome(first) == (Status.DROPPED, "a later notification covers it")


def test_no_timeout_is_notified_after_the_end(server: Server, alice: User, bob: User) -> None:
    game = game_before_end([alice, bob], recorded="single_hand_of_two")
    row = written(Kind.TIMEOUT, game, alice)
    turn_next(game)
    Seat.objects.update(acted_at=None)
    assert outcome(row) == (Status.DROPPED, "the game is over, or you resigned")


def test_players_who_missed_the_end_are_notified(server: Server, alice: User, bob: User) -> None:
    finished_game([alice, bob], recorded="single_hand_of_two")
    Seat.objects.update(looked_at=timezone.now() - timedelta(hours=3))
    Seat.objects.update(acted_at=None)
    rows = Notice.objects.filter(kind=Kind.OVER)
    assert len(rows) == 2
    assert {outcome(row) for row in rows} == {(Status.SENT, "")}


def test_what_was_switched_off_meanwhile_is_not_sent(server: Server, game: Game) -> None:
    row = turn_mail(game)
    chooses(row.user, "off", kinds=["turn"])
    assert outcome(row) == (Status.DROPPED, "you turned this off")


def test_mails_that_came_back_are_the_last(server: Server, game: Game) -> None:
    row = turn_mail(game)
    server.rcpt = [f"550 5.1.1 <{row.user.email}> no such user here"]
    assert send(row).status == Status.FAILED
    user = User.objects.get(pk=row.user.pk)
    assert user.mail_stopped_why == "the email server refused it: 550 5.1.1 … no such user here"
    later = written(Kind.REMINDER, game, user)
    Deadline.objects.update(left=timedelta(hours=1))
    assert outcome(later) == (Status.DROPPED, "emails to this address bounced")
    assert server.mails == []


@pytest.mark.parametrize("words", ["550 5.7.1 spam", "552 5.2.2 mailbox full", "550 5.1.8 bad sender", "550 no"])
def test_other_refusals_stop_nothing(server: Server, game: Game, words: str) -> None:
    row = turn_mail(game)
    server.rcpt = [words]
    assert send(row).status == Status.FAILED
    assert User.objects.get(pk=row.user.pk).mail_stopped_at is None


def test_a_turn_played_while_the_server_is_slow_to_answer_is_not_mailed(
    server: Server, game: Game, rng: random.Random
) -> None:
    row = turn_mail(game)
    claimed = outbox_claim(notice_id=row.pk)
    assert claimed is not None
    take_turn(game, rng)
    assert outbox_confirm(claimed=claimed) is None
    row.refresh_from_db()
    assert (row.status, row.reason) == (Status.DROPPED, "the turn was played")
