"""A finished game's figures by seat and by hand, as the page of its figures shows them."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models import User
from games.models import Game, Pool, Seat, SeatFigures
from games.play.selectors import seat_names
from games.ratings.selectors import Step, game_steps


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat with its figures, None where they are not worked out; `step`: what the game did to the rating, if so."""

    seat: Seat
    name: str
    is_me: bool
    figures: SeatFigures | None
    step: Step | None


@dataclass(frozen=True, slots=True)
class HandRow:
    """A scored hand: each seat's points, and the seat that was out first."""

    number: int
    points: tuple[int, ...]
    out: int


@dataclass(frozen=True, slots=True)
class GameFigures:
    """`rows` by seat; `hands` in order. `settled`: everything that there will be is worked out."""

    game: Game
    rows: tuple[SeatRow, ...]
    hands: tuple[HandRow, ...]
    settled: bool

    @property
    def counted(self) -> bool:
        return any(row.figures is not None for row in self.rows)

    @property
    def rated(self) -> bool:
        return any(row.step is not None for row in self.rows)

    @property
    def pool(self) -> str:
        return Pool.BOTS if any(row.seat.kind == Seat.Kind.BOT for row in self.rows) else Pool.PEOPLE

    @property
    def cost(self) -> tuple[int, ...]:
        """Each seat's points, all hands together."""
        return tuple(sum(column) for column in zip(*(hand.points for hand in self.hands), strict=True))

    def best(self, name: str) -> list[SeatRow]:
        """The rows with the highest of a figure, where it is above 0."""
        values = [(getattr(row.figures, name), row) for row in self.rows if row.figures is not None]
        most = max((value for value, _row in values), default=0)
        return [row for value, row in values if value == most and most]


def game_figures(game: Game, viewer: User | None) -> GameFigures:
    """The figures of an ended game. Three queries, four where it is rated."""
    seats = list(game.seats.select_related("user", "figures").order_by("number"))
    steps = game_steps(game) if game.rated else {}
    scored = game.hands.filter(points__isnull=False, voided=False).order_by("number")
    hands = [
        HandRow(number, tuple(points), points.index(0))
        for number, points in scored.values_list("number", "points")
        if points is not None
    ]
    rows = [
        SeatRow(
            seat=seat,
            name=name,
            is_me=viewer is not None and seat.user_id == viewer.pk,
            figures=getattr(seat, "figures", None),
            step=steps.get(seat.user.merged_into_id or seat.user_id),
        )
        for seat, name in zip(seats, seat_names(seats), strict=True)
    ]
    return GameFigures(game, tuple(rows), tuple(hands), game.settled_at is not None)
