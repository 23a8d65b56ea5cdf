"""The state of the site when a month's email arrives."""

from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, F, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.models import Game, GameEvent, Move, Notice, Seat, TakeBack
from games.people.preference_selectors import MANDATORY_KINDS
from games.simulation.month.mail_checks import MailedEvent
from games.simulation.month.mail_server import ReceivedMail
from games.simulation.month.people import SimulatedPerson
from games.simulation.month.row_checks import only_bots_wait

WAITS = (Notice.Kind.TURN, Notice.Kind.REMINDER)
BEFORE_THE_START = (Notice.Kind.INVITATION, Notice.Kind.JOINED)


def mailed_events(mail: ReceivedMail, person: SimulatedPerson) -> list[MailedEvent]:
    """The events in the email. One query."""
    rows = Notice.objects.filter(
        channel=Notice.Channel.MAIL,
        message_id=mail.message_id,
        user=person.user,
        status__in=(Notice.Status.SENDING, Notice.Status.SENT),
    )
    return [_mailed_event(row, mail, person) for row in _with_state(rows)]


def _with_state(rows: QuerySet[Notice]) -> QuerySet[Notice]:
    moves = Move.objects.filter(hand__game=OuterRef("game"))
    kept = (GameEvent.Kind.RESIGN, GameEvent.Kind.HANDOVER)
    events = GameEvent.objects.filter(game=OuterRef("game"), version__lte=OuterRef("version"), kind__in=kept)
    undone = TakeBack.objects.filter(hand__game=OuterRef("game"), version__lte=OuterRef("version"))
    seats = Seat.objects.filter(game=OuterRef("game"), number=OuterRef("game__to_act"), held_by=OuterRef("user"))
    sat_out = Seat.objects.filter(game=OuterRef("game"), user=OuterRef("user"), acted_at=None, turns_late__gt=0)
    return rows.select_related("game").annotate(
        moves=_count(moves.filter(version__lte=OuterRef("version")).order_by().values("hand__game")),
        others=_count(events.order_by().values("game")),
        undone=_count(undone.order_by().values("hand__game")),
        played=Exists(moves.filter(version__gt=OuterRef("version"))),
        waits=Exists(seats),
        sat_out=Exists(sat_out),
        unhurried=only_bots_wait(),
        deadline_at=F("game__deadline__due_at"),
    )


def _count(rows: QuerySet[Any, Any]) -> Coalesce:
    counted = rows.annotate(rows=Count("pk")).values("rows")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)


def _mailed_event(row: Any, mail: ReceivedMail, person: SimulatedPerson) -> MailedEvent:
    return MailedEvent(
        person=person.user.pk,
        kind=row.kind,
        game=row.game_id,
        occasion=_occasion(row),
        mail=mail,
        stale=_stale(row, mail.at),
        unwanted=_unwanted(row, mail.at, person),
    )


def _occasion(row: Any) -> tuple[int, ...]:
    """The wait that the notification is about. Other seats' resignations begin no new wait, nor does a turn taken back
    and taken again.
    """
    if row.game is None:
        return row.about, row.number
    if row.kind not in WAITS:
        return (row.version,)
    return (row.moves - row.undone, row.version - row.moves - row.others - row.undone, row.number)


def _stale(row: Any, at: datetime) -> str:
    if row.game is None:
        return ""
    status = row.game.status
    if row.kind in WAITS:
        if status != Game.Status.RUNNING or row.played or not row.waits:
            return f"the turn no longer waits, the game is {status}"
        late = row.kind == Notice.Kind.REMINDER and row.deadline_at is not None and at > row.deadline_at
        return "the deadline has passed" if late else ""
    if row.kind in BEFORE_THE_START and status != Game.Status.OPEN:
        return f"the game is {status}"
    if row.kind == Notice.Kind.STARTED and status not in (Game.Status.RUNNING, Game.Status.PAUSED):
        return f"the game is {status}"
    if row.kind == Notice.Kind.STARTED and row.sat_out:
        return "the site took the person's first turn"
    return ""


def _unwanted(row: Any, at: datetime, person: SimulatedPerson) -> str:
    kind = Notice.Kind(row.kind)
    if kind == Notice.Kind.TURN and row.unhurried:
        return "only bots wait for the turn, and without a limit"
    if person.is_removed(at) and kind not in MANDATORY_KINDS:
        return "the account is banned"
    if person.mail_choice(kind, at) == "off":
        return "switched off"
    choice = person.mail_choice(kind, row.created_at)
    # Digests list games. Other news comes by an email of its own, at the time of the digest.
    if row.game is not None and choice != (row.digest or "now"):
        return f"sent {row.digest or 'now'}, not {choice}"
    return f"it is {person.local(at):%H:%M} for them" if person.wants_quiet(kind, at) else ""
