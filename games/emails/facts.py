"""What mails tell of a game. About cards only what everyone at the table sees: `observe` with no seat."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.conf import settings
from django.urls import reverse

from games.engine import Card, fairdeal, observe, state_from_json, value_of
from games.models import Game, Hand, Notice, Seat
from games.selectors.names import seat_names


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat in a list of seats. `cards` is None before the start; the contribution is hex, empty for none.

    `acts`: the game waits for it.
    """

    number: int
    name: str
    is_reader: bool
    is_bot: bool
    points: int
    cards: int | None = None
    acts: bool = False
    passed: bool = False
    resigned: bool = False
    contribution: str = ""
    answered: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """The table as all see it: the set that lies there, if any, its value, and who laid it."""

    hand: int
    round: int
    cards: tuple[Card, ...]
    value: int
    owner: SeatLine | None
    waiting_since: datetime | None


def facts_of(mail: Notice) -> dict[str, Any]:
    """The names that the mail's templates know. Four queries, one more in mails of a turn."""
    game = Game.objects.select_related("host").get(pk=mail.game_id)
    hand = Hand.objects.filter(game=game, ended_at__isnull=True).first()
    seats = _seats(game, hand, mail)
    return {
        "reader": mail.user.name,
        "title": game.title,
        "game": game,
        "address": settings.PUBLIC_URL + reverse("games:table", args=[game.public_id]),
        "site": settings.PUBLIC_URL,
        "seats": seats,
        "mine": next((seat for seat in seats if seat.is_reader), None),
        "free": game.seats_count - len(seats),
        "table": _table(game, hand, seats) if hand is not None else None,
        "protocol": fairdeal.PROTOCOL,
        "removed": list(game.removed),
        "leader": seats[game.first_leader] if game.first_leader is not None else None,
        "inviter": _inviter(mail),
        "opening": _tells_opening(mail),
    }


def _seats(game: Game, hand: Hand | None, mail: Notice) -> list[SeatLine]:
    rows = list(game.seats.select_related("user").order_by("number"))
    lines = [_line(seat, name, mail) for seat, name in zip(rows, seat_names(rows), strict=True)]
    if hand is None:
        return lines
    view = observe(state_from_json(hand.state), None)
    return [
        replace(
            line,
            cards=view.sizes[line.number],
            acts=game.to_act == line.number,
            passed=line.number in view.passes,
        )
        for line in lines
    ]


def _line(seat: Seat, name: str, mail: Notice) -> SeatLine:
    return SeatLine(
        number=seat.number,
        name=name,
        is_reader=seat.user_id == mail.user_id,
        is_bot=seat.kind == Seat.Kind.BOT,
        points=seat.points,
        resigned=seat.resigned_at is not None,
        contribution=seat.contributed.hex(),
        answered=seat.answered_at is not None,
    )


def _table(game: Game, hand: Hand, seats: list[SeatLine]) -> Table:
    view = observe(state_from_json(hand.state), None)
    return Table(
        hand=hand.number,
        round=view.round,
        cards=view.table,
        value=value_of(view.table) if view.table else 0,
        owner=seats[view.table_seat] if view.table_seat is not None else None,
        waiting_since=game.waiting_since,
    )


def _tells_opening(mail: Notice) -> bool:
    """Whether the mail must carry what the fingerprint covers (FAIRDEAL, point 3), once for each person.

    The mail of the start does; where a turn's mail came in its stead, the first of these.
    """
    if mail.kind != Notice.Kind.TURN:
        return mail.kind == Notice.Kind.STARTED
    told = Notice.objects.filter(game=mail.game_id, user=mail.user_id, status=Notice.Status.SENT)
    return not told.filter(kind__in=(Notice.Kind.TURN, Notice.Kind.STARTED)).exclude(pk=mail.pk).exists()


def _inviter(mail: Notice) -> str:
    """Who invited the reader by name; empty in mails of other kinds."""
    if mail.kind != Notice.Kind.INVITATION:
        return ""
    invitation = mail.game.invitations.select_related("invited_by").filter(user=mail.user_id).first()
    return invitation.invited_by.name if invitation is not None else ""
