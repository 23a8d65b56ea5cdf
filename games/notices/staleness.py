"""Reasons why a queued notification must not be sent any more. People read them on their page of sent notifications."""

from collections.abc import Callable, Mapping
from datetime import UTC, timedelta
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop

from accounts.sign_in.sessions import session_is_open
from games.clocks import Pace
from games.models import (
    Absence,
    DailyHand,
    Deadline,
    Game,
    HandPlay,
    Intervention,
    Move,
    Notice,
    Seat,
    TakeBack,
)
from games.notices.subjects import (
    friend_message,
    mention_line,
    notice_subject,
    options_news,
    publication_asked,
    table_invitation,
)
from games.outbox.schedule import PRESENCE_TIMEOUT
from games.people.block_selectors import are_blocked
from games.people.preference_selectors import MANDATORY_KINDS, channels_for, preferences_of
from games.people.unread import reads_messages
from games.play.clock.reminders import reminder_at
from games.play.clock.selectors import wait_calendar

CLOSED = gettext_noop("the account is closed")
SUSPENDED = gettext_noop("your account is suspended")
GONE = gettext_noop("what it’s about was deleted")
SWITCHED_OFF = gettext_noop("you turned this off")
NO_TARGET = gettext_noop("the device or webhook was removed or turned off")
PLAYED = gettext_noop("the turn was played")
TOLD = gettext_noop("an earlier notification covers it")
PAUSED = gettext_noop("the game is paused")
MORE_TIME = gettext_noop("there’s more time now")
TIME_IS_UP = gettext_noop("the time ran out")
SETTLED = gettext_noop("the invitation is no longer open")
NOT_WAITING = gettext_noop("the game has started, or you left it")
OVER = gettext_noop("the game is over, or you resigned")
NO_WISH = gettext_noop("the request was withdrawn or agreed to")
AGREED = gettext_noop("you’ve answered")
ACTED = gettext_noop("you’ve played since")
LOOKED = gettext_noop("you’ve looked at the game")
TURN_TELLS = gettext_noop("the notification of your turn covers it")
NOT_SHOWN = gettext_noop("you can no longer see the message")
READ = gettext_noop("you’ve read the message, or can no longer see it")
LATER_TELLS = gettext_noop("a later notification covers it")
TABLE_SEEN = gettext_noop("you’ve looked at the table")
DAY_OVER = gettext_noop("the day is over")
HAND_BEGUN = gettext_noop("you’ve begun the hand")
REVERTED = gettext_noop("the options are as before")
MAILED_LATELY = gettext_noop("we told you less than an hour ago")
RESTORED = gettext_noop("we restored a backup")

# A turn that was notified this recently is not notified again when its wait begins again.
TOLD_LATELY = timedelta(days=1)
# The time between emails of one kind about one game that others cause.
MAIL_EACH = timedelta(hours=1)
_RUNS = (Game.Status.RUNNING, Game.Status.PAUSED)


def stale_reason(notice: Notice) -> str:
    """The reason, or "" if the notification may be sent. The row comes with game, account and target."""
    if notice.kind in MANDATORY_KINDS:
        return _message_is_old(notice)
    if not notice.user.can_log_in:
        return CLOSED
    if notice.user.is_suspended:
        return SUSPENDED
    return _unwanted_reason(notice) or _old_reason(notice)


def _message_is_old(notice: Notice) -> str:
    """Why a decision or an answer must not be sent, or "". Suspended and closed accounts get these too, erased ones do
    not.
    """
    if notice.user.erased_at is not None:
        return CLOSED
    if notice.channel == Notice.Channel.PUSH and not _device_takes(notice):
        return NO_TARGET
    return "" if notice_subject(notice) is not None else GONE


def _unwanted_reason(notice: Notice) -> str:
    choice = channels_for(preferences_of(notice.user), Notice.Kind(notice.kind))
    match notice.channel:
        case Notice.Channel.MAIL:
            return SWITCHED_OFF if choice.mail == "off" else ""
        case Notice.Channel.PUSH:
            gone, wanted = not _device_takes(notice), choice.push
        case _:
            gone = notice.webhook is None or notice.webhook.stopped_at is not None
            wanted = choice.webhook
    if not wanted:
        return SWITCHED_OFF
    return NO_TARGET if gone else ""


def _device_takes(notice: Notice) -> bool:
    return notice.subscription is not None and session_is_open(notice.subscription.session, notice.user)


def _old_reason(notice: Notice) -> str:
    is_old = _OLD.get(Notice.Kind(notice.kind))
    if is_old is not None:
        return is_old(notice)
    return LOOKED if _looked_since(notice) else ""


def _options_are_old(notice: Notice) -> str:
    """Why news of changed options is stale. The earliest one that waits tells all that changed since."""
    news = options_news(notice)
    if news is None:
        return GONE
    if not news.changed:
        return REVERTED
    if news.seen:
        return TABLE_SEEN
    others = _same_kind(notice).filter(about__in=news.keys).exclude(pk=notice.pk)
    told = Q(status__in=Notice.OPEN, pk__lt=notice.pk) | Q(status=Notice.Status.SENT, sent_at__gt=news.changed_at)
    return TOLD if others.filter(told).exists() else ""


def _hand_is_old(notice: Notice) -> str:
    today = timezone.now().astimezone(UTC).date()
    if not DailyHand.objects.filter(pk=notice.about, day=today).exists():
        return DAY_OVER
    return HAND_BEGUN if HandPlay.objects.filter(hand=notice.about, user=notice.user_id).exists() else ""


def _friend_message_is_old(notice: Notice) -> str:
    return "" if reads_messages(notice.user) and friend_message(notice) is not None else READ


def _turn_is_old(notice: Notice) -> str:
    """The reason why a turn's notification is stale. After a pause a later notification covers the turn."""
    if notice.of_game.status == Game.Status.PAUSED:
        return PAUSED
    row = _current_wait(notice)
    if row is None:
        return PLAYED
    if _same_kind(notice).filter(version__gt=notice.version).exists():
        return LATER_TELLS
    return TOLD if _told_lately(notice, row) else ""


def _told_lately(notice: Notice, row: Deadline) -> bool:
    """Whether a notification of the turn went out on this channel shortly before, and its wait began again, as after a
    pause or a take-back.
    """
    lately = _same_kind(notice).filter(status=Notice.Status.SENT, sent_at__gt=timezone.now() - TOLD_LATELY)
    told = lately.filter(~Exists(_turns_since(row)), version__lt=notice.version).order_by("-version").first()
    return told is not None and not _known_as_over(notice, row, told.version)


def _turns_since(row: Deadline) -> QuerySet[Move]:
    """Turns of the seat since the outer query's notification, without those that its player took back."""
    own = TakeBack.objects.filter(hand=OuterRef("hand"), kept__lt=OuterRef("number"), last__gte=OuterRef("number"))
    moves = Move.objects.filter(hand__game=row.game_id, seat=row.seat, version__gt=OuterRef("version"))
    return moves.exclude(Exists(own.filter(actor=row.user_id)))


def _known_as_over(notice: Notice, row: Deadline, version: int) -> bool:
    """Whether the person knows that the turn of the notification at `version` was over: a moderator took turns back, or
    a player did, and the person looked before the wait began again.
    """
    game = notice.of_game
    if game.interventions.filter(kind=Intervention.Kind.TAKE_BACK, version__gt=version).exists():
        return True
    taken = TakeBack.objects.filter(hand__game=game, version__gt=version).order_by("pk").first()
    if taken is None:
        return False
    return game.seats.filter(number=row.seat, looked_at__gt=taken.created_at, looked_at__lt=row.since).exists()


def _reminder_is_old(notice: Notice) -> str:
    if notice.of_game.status == Game.Status.PAUSED:
        return PAUSED
    row = _current_wait(notice)
    if row is None:
        return PLAYED
    if row.due_at is not None and row.due_at <= timezone.now():
        return TIME_IS_UP
    return MORE_TIME if premature(row, notice) else ""


def _current_wait(notice: Notice) -> Deadline | None:
    """The notification's deadline, if it still waits for the person. It is found by the deadline's version, because the
    game's also grows while a turn waits, such as when another seat resigns.
    """
    if notice.of_game.status != Game.Status.RUNNING:
        return None
    waits = Deadline.objects.filter(pk=notice.game_id, user=notice.user_id, version__lte=notice.version)
    return waits.first()


def _timeout_is_old(notice: Notice) -> str:
    if notice.of_game.status not in _RUNS or _seat(notice) is None:
        return OVER
    if _looked_since(notice):
        return LOOKED
    return LATER_TELLS if _same_kind(notice).filter(version__gt=notice.version).exists() else ""


def _wish_is_old(notice: Notice) -> str:
    seat = _seat(notice)
    if notice.of_game.status not in _RUNS or seat is None or seat.held_by_id != seat.user_id:
        return OVER
    if seat.pause_wanted_at is not None:
        return AGREED
    if _looked_since(notice):
        return LOOKED
    if _same_kind(notice).filter(version__gt=notice.version).exists():
        return LATER_TELLS
    others = notice.of_game.seats.filter(kind=Seat.Kind.PERSON, pause_wanted_at__isnull=False)
    return _mailed_lately(notice) if others.exists() else NO_WISH


def _request_is_old(notice: Notice) -> str:
    request = publication_asked(notice)
    seat = notice.of_game.seats.filter(user=notice.user, kind=Seat.Kind.PERSON).first()
    if request is None or seat is None:
        return NO_WISH
    if seat.number in request.agreed:
        return AGREED
    return LOOKED if seat.number in request.seen else ""


def _same_kind(notice: Notice) -> QuerySet[Notice]:
    """Notifications of the same person, kind, game and channel."""
    return Notice.objects.filter(
        kind=notice.kind, game=notice.game, user=notice.user, channel=notice.channel, target=notice.target
    )


def _start_is_old(notice: Notice) -> str:
    """The reason why a start's notification is stale: the first turn's notification covers the start as well."""
    game, seat = notice.of_game, _seat(notice)
    if seat is None or game.started_at is None or game.status not in _RUNS:
        return OVER
    if seat.acted_at is not None:
        return ACTED
    if seat.looked_at is not None and seat.looked_at > game.started_at:
        return LOOKED
    if Move.objects.filter(hand__game=game, seat=seat.number).exists():
        # The site acted for the person: a notification of a time-out, or of a moderator's act, says so.
        return PLAYED
    return TURN_TELLS if _turn_tells(notice) else ""


def _turn_tells(notice: Notice) -> bool:
    """Whether a turn's notification on this channel was sent, or is due soon and neither after quiet hours nor in a
    digest.
    """
    turns = Notice.objects.filter(
        kind=Notice.Kind.TURN, game=notice.game, user=notice.user, channel=notice.channel, target=notice.target
    )
    soon = Q(digest=notice.digest, due_at__lte=timezone.now() + PRESENCE_TIMEOUT)
    return turns.filter(Q(status=Notice.Status.SENT) | Q(status__in=Notice.OPEN) & soon).exists()


def _mention_is_old(notice: Notice) -> str:
    preferences, line = preferences_of(notice.user), mention_line(notice)
    shown = line is not None and line.hidden_at is None and line.erased_at is None
    if line is None or not shown or preferences.kid_mode or not preferences.chat:
        return NOT_SHOWN
    if _looked_since(notice):
        return LOOKED
    return NOT_SHOWN if are_blocked(notice.user, line.user) else _mailed_lately(notice)


def _mailed_lately(notice: Notice) -> str:
    """The reason if an email of this kind went out in the last hour. Other people may cause these notifications again
    and again, so one an hour is enough until the person looks at the game.
    """
    if notice.channel != Notice.Channel.MAIL or notice.digest:
        return ""
    lately = _same_kind(notice).filter(status=Notice.Status.SENT, sent_at__gt=timezone.now() - MAIL_EACH)
    last = lately.order_by("-sent_at").first()
    if last is None:
        return ""
    seen = notice.of_game.seats.filter(user=notice.user, kind=Seat.Kind.PERSON, looked_at__gt=last.sent_at)
    return "" if seen.exists() else MAILED_LATELY


def _joining_is_old(notice: Notice) -> str:
    sits = notice.of_game.status == Game.Status.OPEN and notice.of_game.seats.filter(user=notice.user).exists()
    return "" if sits else NOT_WAITING


def _invitation_is_old(notice: Notice) -> str:
    game = notice.of_game
    invitation = game.invitations.select_related("invited_by").filter(user=notice.user, declined_at=None).first()
    stands = (
        invitation is not None
        and game.status == Game.Status.OPEN
        and not game.seats.filter(user=notice.user).exists()
        and not are_blocked(notice.user, invitation.invited_by)
    )
    return "" if stands else SETTLED


def _table_is_old(notice: Notice) -> str:
    return "" if table_invitation(notice) is not None else SETTLED


def _looked_since(notice: Notice) -> bool:
    """Whether the person has viewed the game's page since."""
    return notice.of_game.seats.filter(
        user=notice.user, kind=Seat.Kind.PERSON, looked_at__gt=notice.created_at
    ).exists()


def _seat(notice: Notice) -> Seat | None:
    seats = notice.of_game.seats.filter(user=notice.user, kind=Seat.Kind.PERSON, resigned_at__isnull=True)
    return seats.first()


def premature(row: Deadline, notice: Notice) -> bool:
    """Whether more time or an absence has made the reminder too early."""
    if row.due_at is None:
        return True
    seat = notice.of_game.seats.select_related("held_by").get(number=row.seat)
    calendar = wait_calendar(notice.of_game, seat, row, Absence.objects.filter(user=notice.user).order_by("first"))
    pace, zone = Pace(notice.of_game.pace), seat.held_by.time_zone
    at = reminder_at(row, pace, preferences_of(notice.user), calendar, zone, notice.number)
    return at is not None and at > timezone.now()


# Other kinds are stale once the person has looked at the game.
_OLD: Final[Mapping[Notice.Kind, Callable[[Notice], str]]] = {
    Notice.Kind.TURN: _turn_is_old,
    Notice.Kind.REMINDER: _reminder_is_old,
    Notice.Kind.TIMEOUT: _timeout_is_old,
    Notice.Kind.PAUSE: _wish_is_old,
    Notice.Kind.INVITATION: _invitation_is_old,
    Notice.Kind.TABLE: _table_is_old,
    Notice.Kind.OPTIONS: _options_are_old,
    Notice.Kind.HAND: _hand_is_old,
    Notice.Kind.PUBLISH: _request_is_old,
    Notice.Kind.MESSAGE: _friend_message_is_old,
    Notice.Kind.JOINED: _joining_is_old,
    Notice.Kind.STARTED: _start_is_old,
    Notice.Kind.MENTION: _mention_is_old,
}
