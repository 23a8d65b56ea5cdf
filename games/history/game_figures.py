"""A finished game's figures by seat and by hand."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models import User
from games.models import Game, Pool, Seat, SeatFigures
from games.play.selectors import seat_names
from games.ratings.selectors import RatingStep, game_steps


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat's figures. `figures`: None until computed; `step`: the change of the rating."""

    seat: Seat
    name: str
    is_me: bool
    figures: SeatFigures | None
    step: RatingStep | None


@dataclass(frozen=True, slots=True)
class HandRow:
    number: int
    points: tuple[int, ...]
    out: int


@dataclass(frozen=True, slots=True)
class GameFigures:
    """A game's figures. `rows` by seat, `hands` in order. `settled`: figures and ratings are final."""

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
        return Pool.BOTS if any(row.seat.user.is_any_bot for row in self.rows) else Pool.PEOPLE

    @property
    def cost(self) -> tuple[int, ...]:
        return tuple(sum(column) for column in zip(*(hand.points for hand in self.hands), strict=True))

    def best(self, name: str) -> list[SeatRow]:
        """The rows with the highest value, unless it is 0."""
        values = [(getattr(row.figures, name), row) for row in self.rows if row.figures is not None]
        most = max((value for value, _row in values), default=0)
        return [row for value, row in values if value == most and most]


def game_figures(game: Game, viewer: User | None) -> GameFigures:
    """Figures of a finished game. Three queries, four for a rated game."""
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
