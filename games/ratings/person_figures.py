"""A player's figures and streaks over all finished games."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, fields
from typing import Any, Final

from django.db.models import Count, Max, QuerySet, Sum, Value

from accounts.fast.queries import SAMPLE_IDS, PreparedQuery, equals_any
from games.models import Game, Seat, SeatFigures

SEATS_BACK = 5000
"""Latest seats that count: all but those of bots."""

STREAKS_BACK = 1000

_TOPS: Final = ("highest_value", "largest_set")


@dataclass(frozen=True, slots=True)
class PersonFigures:
    games: int
    hands: int
    hands_out: int
    rounds: int
    rounds_won: int
    plays: int
    passes: int
    timeouts: int
    cards_played: int
    highest_value: int
    largest_set: int


@dataclass(frozen=True, slots=True)
class Streaks:
    """Games won in a row, alone or shared: now and at most. `lost`: games since the last victory."""

    now: int
    most: int
    lost: int


def person_figures(own: Collection[int]) -> PersonFigures | None:
    """The person's figures; None before the first counted game. One query."""
    [(games, *totals)] = _TOTALS.fetch(people=list(own))
    return PersonFigures(games, *totals) if games else None


def _totals(people: list[int]) -> QuerySet[Any, tuple[Any, ...]]:
    """A row of the people's totals."""
    names = [column.name for column in fields(PersonFigures)[1:]]
    totals = {f"total_{name}": Max(name) if name in _TOPS else Sum(name) for name in names}
    seats = Seat.objects.filter(equals_any("user_id", people)).order_by("-joined_at")
    rows = SeatFigures.objects.filter(seat__in=seats.values("pk")[:SEATS_BACK]).order_by()
    return rows.values(all=Value(1)).annotate(games=Count("pk"), **totals).values_list("games", *totals)


def streaks(own: Collection[int]) -> Streaks:
    """The person's winning and losing streaks. One query."""
    return count_streaks(won for _at, _game, won in sorted(_OUTCOMES.fetch(people=list(own))))


def count_streaks(outcomes: Iterable[bool]) -> Streaks:
    now = most = lost = 0
    for won in outcomes:
        now, lost = (now + 1, 0) if won else (0, lost + 1)
        most = max(most, now)
    return Streaks(now, most, lost)


_TOTALS: Final = PreparedQuery(_totals, people=SAMPLE_IDS)
_OUTCOMES: Final = PreparedQuery(
    lambda people: (
        Seat.objects.filter(equals_any("user_id", people), game__status=Game.Status.FINISHED)
        .order_by("-joined_at")
        .values_list("game__ended_at", "game", "is_winner")[:STREAKS_BACK]
    ),
    people=SAMPLE_IDS,
)
