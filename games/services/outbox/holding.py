"""When a notice may go: not to who is at the game anyway, not in quiet hours, not all at once."""

from datetime import datetime, timedelta

from django.db.models import Max

from accounts.models import User
from games.clocks import Every, Pace, next_digest, quiet_until
from games.models import Deadline, Notice, Seat
from games.selectors.preferences import MANDATORY_KINDS, choice_kind, preferences_of

# A person who looked at a game this lately is not told of it yet; the sweep asks again.
LOOKING = timedelta(minutes=2)
# A person who played this lately is still at it.
JUST_PLAYED = timedelta(minutes=1)
# After news of a game of another kind, that its turn waits is not told sooner than this.
JUST_TOLD = timedelta(minutes=1)
# Where turns take minutes, a time that ran out is told when none followed for so long, or a caretaker took the seat.
GATHERED = timedelta(minutes=10)
# What people mostly see happen: it waits until they would have looked.
SEEN_AT_THE_TABLE = frozenset({Notice.Kind.JOINED, Notice.Kind.STARTED, Notice.Kind.PAUSE, Notice.Kind.OVER})


def away_at(seat: Seat | None, at: datetime) -> datetime:
    """When the person of a seat will have been away long enough to be told; `at` when that is so already."""
    if seat is None:
        return at
    looked = seat.looked_at + LOOKING if seat.looked_at else at
    played = seat.acted_at + JUST_PLAYED if seat.acted_at else at
    return max(at, looked, played)


def first_due(kind: Notice.Kind, user: User, seat: Seat | None, at: datetime) -> datetime:
    """When a notice of `kind` may go at the soonest, as far as can be known when it is written."""
    seen = at + LOOKING if kind in SEEN_AT_THE_TABLE else away_at(seat, at)
    return loud_at(kind, user, seen)


def loud_at(kind: Notice.Kind, user: User, at: datetime) -> datetime:
    """The end of the quiet hours that `at` lies in; `at` itself outside them, and for kinds that are exempt or must."""
    preferences = preferences_of(user)
    if kind in MANDATORY_KINDS or not preferences.quiet or choice_kind(kind) in preferences.quiet_exempt:
        return at
    return quiet_until(user.time_zone, (preferences.quiet[0], preferences.quiet[1]), at)


def collected_at(kind: Notice.Kind, user: User, every: Every, at: datetime) -> datetime:
    """When the next collected mail goes that a notice written at `at` is part of."""
    preferences = preferences_of(user)
    due = next_digest(user.time_zone, every, preferences.digest_hour, preferences.digest_weekday, at)
    return loud_at(kind, user, due)


def held_until(notice: Notice, at: datetime) -> datetime:
    """Until when a due notice must wait; `at` when it may go. Collected mails wait for quiet hours alone."""
    kind = Notice.Kind(notice.kind)
    if notice.digest:
        return loud_at(kind, notice.user, at)
    if notice.game is None:
        return at
    seat = notice.game.seats.filter(user=notice.user, kind=Seat.Kind.PERSON).first()
    others = (_told_until(notice, at), _ordered_until(notice, at), _gathered_until(notice, seat, at))
    return loud_at(kind, notice.user, max(away_at(seat, at), *others))


def _gathered_until(notice: Notice, seat: Seat | None, at: datetime) -> datetime:
    """Until when to wait for the next time that runs out, which then tells of this one too; `at` for all others."""
    timeout = notice.kind == Notice.Kind.TIMEOUT and notice.channel == Notice.Channel.MAIL
    if not timeout or seat is None or seat.held_by_id != seat.user_id or not Pace(notice.of_game.pace).is_live:
        return at
    return max(at, notice.created_at + GATHERED)


def _ordered_until(notice: Notice, at: datetime) -> datetime:
    """When to look again at the notice of a turn that a standing order is to take; `at` for all others.

    It looks like the wait for who is at the game: staff, who see when a notice is due, learn nothing from it.
    """
    if notice.kind != Notice.Kind.TURN:
        return at
    orders = Deadline.objects.filter(pk=notice.game_id, user=notice.user_id, order_at__isnull=False)
    return at + LOOKING if orders.exists() else at


def _told_until(notice: Notice, at: datetime) -> datetime:
    """When the last other notice about the game, by the same way, will have been read; `at` when that is so already."""
    if notice.kind != Notice.Kind.TURN:
        return at
    others = Notice.objects.filter(
        game=notice.game, user=notice.user, channel=notice.channel, target=notice.target
    ).exclude(kind=Notice.Kind.TURN)
    if others.filter(status=Notice.Status.SENDING).exists():
        return at + JUST_TOLD
    last = others.aggregate(last=Max("sent_at"))["last"]
    return at if last is None else max(at, last + JUST_TOLD)
