"""Look at the outbox and move its clock."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from accounts.models import User
from games.models import Deadline, Game, Notice, Seat
from games.play.timeouts import wait_attend
from games.sweeps import outbox_sweep
from games.tasks import notice_send
from tests.factories import seat_to_act

LONG_AGO = timedelta(days=2)


def turn_mail(game: Game) -> Notice:
    return Notice.objects.filter(game=game, kind=Notice.Kind.TURN).latest("version")


def send(mail: Notice) -> Notice:
    notice_send(mail.pk)
    mail.refresh_from_db()
    return mail


def make_due(*mails: Notice) -> None:
    Notice.objects.filter(pk__in=[mail.pk for mail in mails]).update(due_at=timezone.now())


def person_is_away(game: Game) -> User:
    seat = seat_to_act(game)
    Seat.objects.filter(pk=seat.pk).update(looked_at=timezone.now() - LONG_AGO, acted_at=timezone.now() - LONG_AGO)
    return seat.user


def wait_until_due(game: Game) -> None:
    """Let the player to act leave, so that the notification of their turn is due."""
    person_is_away(game)
    Deadline.objects.filter(pk=game.pk).update(notice_at=timezone.now())
    wait_attend(game_id=game.pk)


def swept() -> int:
    return outbox_sweep()
