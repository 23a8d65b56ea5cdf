"""Closed, suspended and barred accounts in games."""

from collections.abc import Iterator

from django.db import transaction

from accounts.models import User
from games.lobby.services import seat_free
from games.models import (
    Absence,
    Game,
    Invitation,
    MailLink,
    Notice,
    Preferences,
    PushSubscription,
    QueueEntry,
    Seat,
    StandingOrders,
    Webhook,
)
from games.notices.staleness import CLOSED, SUSPENDED
from games.people.friends import friendships_erase
from games.people.preference_selectors import MANDATORY_KINDS
from games.play.locking import PLAYED, LockedGame, lock_game
from games.play.seats.resign import seat_give_up
from games.play.seats.services import seat_hand_over


@transaction.atomic
def account_games_close(*, user: User, erased: bool = False) -> None:
    """Leave open games, resign running ones; delete invitations, friend requests, queue entry, unsent notifications and
    links in emails. `erased`: also preferences, devices, webhooks and all notifications; a closed account may reopen.
    Runs in the closing transaction.
    """
    for locked in _leave_open(user, *PLAYED):
        seat_give_up(locked, locked.admit(user))
    Invitation.objects.filter(user=user).delete()
    friendships_erase(user, requests_only=not erased)
    _mails_end(user, CLOSED)
    if erased:
        _choices_erase(user)


@transaction.atomic
def account_games_suspend(*, user: User) -> None:
    """Leave open games and the queue; a stand-in bot plays running ones until the person returns. Runs in the
    suspending transaction.
    """
    for locked in _leave_open(user, *PLAYED):
        seat = locked.admit(user)
        if seat.held_by_id == user.pk:
            seat_hand_over(locked, seat)
    _mails_end(user, SUSPENDED)


@transaction.atomic
def offers_leave(*, user: User) -> None:
    for _locked in _leave_open(user):
        pass


def _leave_open(user: User, *statuses: str) -> Iterator[LockedGame]:
    """Leave the queue and all open games; yield the others of these statuses for the caller to handle. One pass by id,
    each game locked when it is reached.
    """
    QueueEntry.objects.filter(user=user).delete()
    for locked in games_seated(user, Game.Status.OPEN, *statuses):
        if locked.game.status == Game.Status.OPEN:
            seat_free(locked, locked.admit(user))
        else:
            yield locked


def games_seated(user: User, *statuses: str) -> Iterator[LockedGame]:
    """Yield the person's unresigned games of these statuses, each locked when it is reached."""
    seats = Seat.objects.filter(user=user, resigned_at__isnull=True, game__status__in=statuses)
    for public_id in list(seats.order_by("game_id").values_list("game__public_id", flat=True)):
        locked = lock_game(public_id)
        # Read under the lock: the game may have changed.
        seat = locked.seat_of(user) if locked.game.status in statuses else None
        if seat is not None and seat.resigned_at is None:
            yield locked


def _mails_end(user: User, why: str) -> None:
    """Drop waiting notifications, except about decisions, and links in emails."""
    waiting = Notice.objects.filter(user=user, status=Notice.Status.WAITING)
    waiting.exclude(kind__in=MANDATORY_KINDS).update(status=Notice.Status.DROPPED, reason=why)
    MailLink.objects.filter(user=user).delete()


def _choices_erase(user: User) -> None:
    Preferences.objects.filter(user=user).delete()
    Absence.objects.filter(user=user).delete()
    Webhook.objects.filter(user=user).delete()
    PushSubscription.objects.filter(user=user).delete()
    StandingOrders.objects.filter(seat__user=user).delete()
    Notice.objects.filter(user=user).delete()
