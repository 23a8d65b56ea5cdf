"""The outbox: rows written in the transaction of the event, claimed and settled around the sending."""

from datetime import datetime, timedelta
from typing import NamedTuple

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import F, Max, Q
from django.utils import timezone

from accounts.models import User
from games.models import Game, Notice, Seat
from games.services import notify

# A person who looked this lately is not told by mail yet; the sweep asks again.
LOOKING = timedelta(minutes=2)
# A person who played this lately is still at it.
JUST_PLAYED = timedelta(minutes=1)
# After news of a game of another kind, that its turn waits is not told sooner than this.
JUST_TOLD = timedelta(minutes=1)
# How long a claimed row may stay unsettled before another worker takes it.
CLAIM = timedelta(minutes=5)
# The waits between attempts; after the last one the mail has failed.
BACK_OFF = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30), timedelta(hours=2), timedelta(hours=8))


class Claimed(NamedTuple):
    """A mail that this worker alone is to send now, and the verified address that it goes to."""

    mail: Notice
    address: str


def turn_mail_write(game: Game, seat: Seat, at: datetime) -> None:
    """Ask for one mail that the turn waits for this seat; held back while the person is at the game."""
    _write(Notice.Kind.TURN, game, seat.held_by, at, _held_until(seat, at))


def mail_write(kind: Notice.Kind, game: Game, user: User, at: datetime) -> None:
    """Ask for one mail of another kind to a person. All but invitations wait for who is at the screen anyway."""
    if not Notice.objects.filter(kind=kind, game=game, user=user, version=game.version).exists():
        _write(kind, game, user, at, at if kind == Notice.Kind.INVITATION else at + LOOKING)


def _write(kind: Notice.Kind, game: Game, user: User, at: datetime, due_at: datetime) -> None:
    if user.is_bot:
        return
    mail = Notice.objects.create(
        kind=kind, game=game, user=user, version=game.version, created_at=at, due_at=due_at
    )
    if due_at <= at:
        notify.mail_is_due(mail.pk)


def _held_until(seat: Seat, at: datetime) -> datetime:
    """When the person will have been away long enough for a mail; `at` when that is so already."""
    looked = seat.looked_at + LOOKING if seat.looked_at else at
    played = seat.acted_at + JUST_PLAYED if seat.acted_at else at
    return max(at, looked, played)


@transaction.atomic(durable=True)
def outbox_claim(*, mail_id: int) -> Claimed | None:
    """Take a due row for sending; None when there is nothing to send (now), or another worker has it.

    A row whose news no longer holds is dropped here, one whose person is at the game is put off. A row that workers
    took again and again and never settled has failed.
    """
    at = timezone.now()
    mail = (
        Notice.objects.select_for_update(of=("self",), skip_locked=True)
        .select_related("game", "user")
        .filter(_due(at), pk=mail_id)
        .first()
    )
    if mail is None:
        return None
    address = verified_address(mail.user)
    stale = _stale_reason(mail) or ("" if address else "address not verified")
    if stale:
        _settle(mail, Notice.Status.DROPPED, stale)
        return None
    if mail.attempts > len(BACK_OFF):
        _settle(mail, Notice.Status.FAILED, f"no worker finished it in {mail.attempts} attempts")
        return None
    return Claimed(mail, address) if _taken(mail, at) else None


def _taken(mail: Notice, at: datetime) -> bool:
    """Mark the row as being sent, or put it off while its person is at the game."""
    seat = mail.game.seats.filter(user=mail.user, kind=Seat.Kind.PERSON).first()
    until = max(_held_until(seat, at) if seat is not None else at, _told_until(mail, at))
    if until > at:
        mail.due_at = until
    else:
        mail.status = Notice.Status.SENDING
        mail.attempts += 1
        mail.due_at = at + CLAIM
    mail.save(update_fields=["status", "attempts", "due_at"])
    return until <= at


def _told_until(mail: Notice, at: datetime) -> datetime:
    """When the last other mail about the game will have been read; `at` when that is so already."""
    if mail.kind != Notice.Kind.TURN:
        return at
    others = Notice.objects.filter(game=mail.game, user=mail.user).exclude(kind=Notice.Kind.TURN)
    if others.filter(status=Notice.Status.SENDING).exists():
        return at + JUST_TOLD
    last = others.aggregate(last=Max("sent_at"))["last"]
    return at if last is None else max(at, last + JUST_TOLD)


def _due(at: datetime) -> Q:
    open_rows = Q(status__in=(Notice.Status.WAITING, Notice.Status.SENDING))
    return open_rows & Q(due_at__lte=at)


def _stale_reason(mail: Notice) -> str:
    """Why the mail's news no longer holds, or nothing."""
    game, kind = mail.game, mail.kind
    if not mail.user.can_log_in:
        return "account closed"
    if kind == Notice.Kind.TURN and not _still_waits(game, mail.user, mail.version):
        return "the turn has been played"
    if kind == Notice.Kind.JOINED and not _sits_before_start(mail):
        return "the game has started, or the seat was left"
    if kind == Notice.Kind.STARTED:
        return _start_is_old(mail)
    if kind == Notice.Kind.INVITATION and not _invitation_stands(mail):
        return "the invitation is settled"
    return ""


def verified_address(user: User) -> str:
    """The address that mails may go to, or nothing."""
    address = EmailAddress.objects.filter(user=user, verified=True, email__iexact=user.email).first()
    return address.email if address is not None else ""


def _still_waits(game: Game, user: User, version: int) -> bool:
    """Whether the wait that began with `version` goes on for this person (other seats may have resigned since)."""
    if game.status != Game.Status.RUNNING or game.to_act is None:
        return False
    seat = game.seats.filter(number=game.to_act, held_by=user).first()
    return (
        seat is not None
        and not Notice.objects.filter(kind=Notice.Kind.TURN, game=game, user=user, version__gt=version).exists()
    )


def _start_is_old(mail: Notice) -> str:
    """Why a game's start is no news to the person, or nothing. The first turn's mail tells of the start as well."""
    game = mail.game
    seat = game.seats.filter(user=mail.user, kind=Seat.Kind.PERSON, resigned_at__isnull=True).first()
    if seat is None or game.started_at is None or game.status not in (Game.Status.RUNNING, Game.Status.PAUSED):
        return "the game is over, or the seat was given up"
    if seat.acted_at is not None:
        return "a turn has been taken since"
    if seat.looked_at is not None and seat.looked_at > game.started_at:
        return "the person has looked at the game"
    told = Notice.objects.filter(kind=Notice.Kind.TURN, game=game, user=mail.user)
    closed = (Notice.Status.FAILED, Notice.Status.DROPPED)
    return "a turn's mail tells it" if told.exclude(status__in=closed).exists() else ""


def _sits_before_start(mail: Notice) -> bool:
    return mail.game.status == Game.Status.OPEN and mail.game.seats.filter(user=mail.user).exists()


def _invitation_stands(mail: Notice) -> bool:
    return (
        mail.game.status == Game.Status.OPEN
        and mail.game.invitations.filter(user=mail.user, declined_at__isnull=True).exists()
        and not mail.game.seats.filter(user=mail.user).exists()
    )


@transaction.atomic(durable=True)
def outbox_sent(*, mail_id: int) -> None:
    """Note that the mail server has taken the mail."""
    mail = Notice.objects.select_for_update().get(pk=mail_id)
    mail.sent_at = timezone.now()
    _settle(mail, Notice.Status.SENT, "")


@transaction.atomic(durable=True)
def outbox_failed(*, mail_id: int, reason: str, permanent: bool = False) -> None:
    """Note a failure: try again later, or give up after the last back-off."""
    mail = Notice.objects.select_for_update().get(pk=mail_id)
    if permanent or mail.attempts > len(BACK_OFF):
        _settle(mail, Notice.Status.FAILED, reason)
        return
    mail.status = Notice.Status.WAITING
    mail.reason = reason[:200]
    mail.due_at = timezone.now() + BACK_OFF[mail.attempts - 1]
    mail.save(update_fields=["status", "reason", "due_at"])


def _settle(mail: Notice, status: Notice.Status, reason: str) -> None:
    mail.status = status
    mail.reason = reason[:200]
    mail.save(update_fields=["status", "reason", "sent_at"])


def outbox_due_ids(*, limit: int) -> list[int]:
    """Rows that a sweep should set going, oldest first."""
    rows = Notice.objects.filter(_due(timezone.now())).order_by(F("due_at").asc())
    return list(rows.values_list("pk", flat=True)[:limit])
