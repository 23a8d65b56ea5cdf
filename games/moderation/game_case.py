"""A game as staff see it: the public table, turns taken back, chat, notifications, acts. Nothing hidden."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress

from accounts.models import User
from games.clocks import Pace
from games.events import public_by
from games.models import ChatLine, Deadline, Game, Hand, Intervention, Move, Notice, Peek, Report, Seat, Signal
from games.moderation.impartiality import reports_for, signals_for
from games.play.selectors import game_deadline, seat_names
from games.table import TableView, table_view

TURNS = 200
LINES = 60
NOTICES = 60


@dataclass(frozen=True)
class StaffSeat:
    """A seat as staff see it. `absence`: how long absences have stopped its clock."""

    seat: Seat
    name: str
    to_act: bool

    @property
    def is_left(self) -> bool:
        return self.seat.held_by_id != self.seat.user_id

    @property
    def absence(self) -> timedelta:
        return self.seat.absence_spent


@dataclass(frozen=True)
class StaffTurn:
    """A turn as staff see it. `by`: as everybody may know it while the game runs. `withdrawn`: taken back."""

    number: int
    name: str
    cards: tuple[str, ...]
    took: str
    by: str
    version: int
    at: datetime
    withdrawn: bool


@dataclass(frozen=True)
class StaffLine:
    """A chat message as staff see it; hidden ones come with their text."""

    line: ChatLine
    seat: str


@dataclass(frozen=True)
class SentNotice:
    """A notification. `address`: the person's current email address, "" for staff who may not see it."""

    notice: Notice
    address: str


@dataclass(frozen=True)
class StaffGame:
    """A game as staff see it. `table` and `hand`: None before the first deal. `deadline`: None while no clock runs."""

    game: Game
    table: TableView | None
    seats: tuple[StaffSeat, ...]
    hand: Hand | None
    hands: tuple[int, ...]
    turns: tuple[StaffTurn, ...]
    deadline: Deadline | None
    acts: tuple[Intervention, ...]

    @property
    def limited(self) -> bool:
        return self.game.pace != Game.Pace.NONE

    @property
    def length(self) -> timedelta:
        return Pace(self.game.pace).length

    @property
    def hand_runs(self) -> bool:
        return self.hand is not None and self.hand.ended_at is None


def staff_game(pk: int, *, hand: int | None = None) -> StaffGame:
    """The game as staff see it. `hand`: a hand's number, by default the newest."""
    game = Game.objects.select_related("host", "deadline").defer("invite_token").get(pk=pk)
    seats = list(game.seats.select_related("user", "held_by").order_by("number"))
    names = seat_names(seats)
    numbers = tuple(game.hands.order_by("number").values_list("number", flat=True))
    wanted = hand if hand in numbers else (numbers[-1] if numbers else None)
    shown = game.hands.defer("deck", "state").get(number=wanted) if wanted is not None else None
    return StaffGame(
        game=game,
        table=table_view(game, None) if numbers else None,
        seats=tuple(
            StaffSeat(seat, name, game.ended_at is None and seat.number == game.to_act)
            for seat, name in zip(seats, names, strict=True)
        ),
        hand=shown,
        hands=numbers,
        turns=() if shown is None else _turns(game, shown, names),
        deadline=game_deadline(game),
        acts=tuple(game.interventions.select_related("by").order_by("-pk")),
    )


def _turns(game: Game, hand: Hand, names: Sequence[str]) -> tuple[StaffTurn, ...]:
    """The hand's turns, newest first, at most TURNS. Two queries."""
    ranges = list(hand.take_backs.values_list("kept", "last"))
    moves = hand.moves.order_by("-number")[:TURNS]
    return tuple(_turn(game, move, names, ranges) for move in moves)


def _turn(game: Game, move: Move, names: Sequence[str], ranges: Sequence[tuple[int, int]]) -> StaffTurn:
    played, _arrow, took = move.turn.partition("<")
    cards = () if played == "pass" else tuple(played[at : at + 2] for at in range(0, len(played), 2))
    return StaffTurn(
        number=move.number,
        name=names[move.seat],
        cards=cards,
        took=took,
        by=str(Move.By(public_by(game, move.by)).label),
        version=move.version,
        at=move.created_at,
        withdrawn=any(kept < move.number <= last for kept, last in ranges),
    )


def chat_lines(game: Game) -> tuple[StaffLine, ...]:
    """The chat's messages and notes, oldest first, at most LINES."""
    rows = ChatLine.all_lines.filter(game=game).select_related("user", "reader", "hidden_by").order_by("-pk")[:LINES]
    return tuple(StaffLine(line, line.user.name) for line in reversed(rows))


def game_notices(game: Game, *, addresses: bool) -> tuple[SentNotice, ...]:
    """The game's newest NOTICES notifications. `addresses`: with people's addresses. Two queries."""
    rows = list(game.notices.select_related("user").order_by("-pk")[:NOTICES])
    people = {row.user_id for row in rows} if addresses else set()
    known = dict(EmailAddress.objects.filter(user_id__in=people, primary=True).values_list("user_id", "email"))
    return tuple(
        SentNotice(row, known.get(row.user_id, "") if row.channel == Notice.Channel.MAIL else "") for row in rows
    )


def game_reports(game: Game, reader: User) -> tuple[Report, ...]:
    return tuple(
        reports_for(reader).filter(game=game).select_related("reporter", "accused", "claimed_by").order_by("-pk")[:50]
    )


def game_signals(game: Game, reader: User) -> tuple[tuple[Signal, tuple[User, ...]], ...]:
    rows = list(signals_for(reader).filter(game=game).order_by("-weight")[:50])
    people = User.objects.in_bulk({pk for row in rows for pk in row.people})
    return tuple((row, tuple(people[pk] for pk in row.people if pk in people)) for row in rows)


def game_peeks(game: Game) -> tuple[Peek, ...]:
    return tuple(game.peeks.select_related("by").order_by("-pk")[:50])
