"""Times at which a notification may be sent."""

from datetime import datetime, time, timedelta

from django.db.models import Max

from accounts.models import User
from games.clocks import Every, Pace, next_digest, quiet_until
from games.models import Deadline, Notice, Seat
from games.people.preference_selectors import MANDATORY_KINDS, OPT_IN_KINDS, choice_kind, preferences_of

# No notification about a game for this long after a look at it.
PRESENCE_TIMEOUT = timedelta(minutes=2)
# The same after a turn.
JUST_PLAYED = timedelta(minutes=1)
# The same after a turn of another player who may take it back.
UNDO_WAIT = timedelta(minutes=1)
# The time between any other notification about a game and that of its turn.
NOTICE_GAP = timedelta(minutes=1)
# The time between notifications of requests to publish one game's replay, which players may withdraw and make again.
PUBLISH_GAP = timedelta(hours=1)
# Live games collect time-outs until none has followed for this long, or a stand-in bot took the seat.
TIMEOUT_DIGEST_DELAY = timedelta(minutes=10)
# In the person's time zone.
NIGHT = (time(22), time(9))
# People mostly see these happen, so the notifications wait.
SEEN_BY_MOST = frozenset(
    {Notice.Kind.JOINED, Notice.Kind.STARTED, Notice.Kind.PAUSE, Notice.Kind.OVER, Notice.Kind.MESSAGE}
)


def away_at(seat: Seat | None, at: datetime) -> datetime:
    """When the person counts as away, at the earliest `at`."""
    if seat is None:
        return at
    looked = seat.looked_at + PRESENCE_TIMEOUT if seat.looked_at else at
    played = seat.acted_at + JUST_PLAYED if seat.acted_at else at
    return max(at, looked, played)


def first_due(kind: Notice.Kind, user: User, seat: Seat | None, at: datetime) -> datetime:
    """When to send it, unless it is collected. Kinds that need no act wait for the end of NIGHT if the person
    has no quiet hours.
    """
    seen = at + PRESENCE_TIMEOUT if kind in SEEN_BY_MOST else away_at(seat, at)
    if kind in OPT_IN_KINDS and not preferences_of(user).quiet:
        return quiet_until(user.time_zone, NIGHT, seen)
    return after_quiet_hours(kind, user, seen)


def after_quiet_hours(kind: Notice.Kind, user: User, at: datetime) -> datetime:
    """The end of the person's quiet hours; `at` outside them and for exempt and mandatory kinds."""
    if kind in MANDATORY_KINDS or choice_kind(kind) in preferences_of(user).quiet_exempt:
        return at
    return quiet_end(user, at)


def quiet_end(user: User, at: datetime) -> datetime:
    """The end of the person's quiet hours; `at` outside them."""
    quiet = preferences_of(user).quiet
    return quiet_until(user.time_zone, (quiet[0], quiet[1]), at) if quiet else at


def digest_due(kind: Notice.Kind, user: User, every: Every, at: datetime) -> datetime:
    preferences = preferences_of(user)
    due = next_digest(user.time_zone, every, preferences.digest_hour, preferences.digest_weekday, at)
    return after_quiet_hours(kind, user, due)


def not_before(notice: Notice, at: datetime) -> datetime:
    """The earliest time to send the notification; `at` if now. Digests, and those without a game, wait only for quiet
    hours.
    """
    kind = Notice.Kind(notice.kind)
    if notice.digest or notice.game is None:
        return after_quiet_hours(kind, notice.user, at)
    seat = notice.game.seats.filter(user=notice.user, kind=Seat.Kind.PERSON).first()
    others = (
        *(_gap_until(notice, at), _order_until(notice, at), _sprint_until(notice, at)),
        *(_timeouts_until(notice, seat, at), _request_until(notice, at)),
    )
    return after_quiet_hours(kind, notice.user, max(away_at(seat, at), *others))


def _timeouts_until(notice: Notice, seat: Seat | None, at: datetime) -> datetime:
    """When to send an email about time-outs, so that one covers several in a row; `at` for other notifications."""
    timeout = notice.kind == Notice.Kind.TIMEOUT and notice.channel == Notice.Channel.MAIL
    if not timeout or seat is None or seat.held_by_id != seat.user_id or not Pace(notice.of_game.pace).is_live:
        return at
    return max(at, notice.created_at + TIMEOUT_DIGEST_DELAY)


def _order_until(notice: Notice, at: datetime) -> datetime:
    """When to check a turn's notification again while a planned turn is to act. The delay is as for present players, so
    that due times reveal nothing to staff. `at` for other notifications.
    """
    if notice.kind != Notice.Kind.TURN:
        return at
    orders = Deadline.objects.filter(pk=notice.game_id, user=notice.user_id, order_at__isnull=False)
    return at + PRESENCE_TIMEOUT if orders.exists() else at


def _sprint_until(notice: Notice, at: datetime) -> datetime:
    """The end of the game's sprint, in which players need no word about turns; `at` outside one and for other
    notifications.
    """
    ends_at = notice.of_game.sprint_ends_at if notice.kind in (Notice.Kind.TURN, Notice.Kind.REMINDER) else None
    return at if ends_at is None else max(at, ends_at)


def _request_until(notice: Notice, at: datetime) -> datetime:
    """PUBLISH_GAP after the last notification of a request to publish the game; `at` for other notifications."""
    if notice.kind != Notice.Kind.PUBLISH:
        return at
    same = Notice.objects.filter(
        kind=notice.kind, game=notice.game, user=notice.user, channel=notice.channel, target=notice.target
    )
    last = same.aggregate(last=Max("sent_at"))["last"]
    return at if last is None else max(at, last + PUBLISH_GAP)


def _gap_until(notice: Notice, at: datetime) -> datetime:
    """NOTICE_GAP after the last other notification about the game in this channel."""
    if notice.kind != Notice.Kind.TURN:
        return at
    others = Notice.objects.filter(
        game=notice.game, user=notice.user, channel=notice.channel, target=notice.target
    ).exclude(kind=Notice.Kind.TURN)
    if others.filter(status=Notice.Status.SENDING).exists():
        return at + NOTICE_GAP
    last = others.aggregate(last=Max("sent_at"))["last"]
    return at if last is None else max(at, last + NOTICE_GAP)
