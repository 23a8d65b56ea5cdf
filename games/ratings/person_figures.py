"""A player's figures and streaks over all finished games."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import Count, Max, Sum

from games.models import Game, Seat, SeatFigures

SEATS_BACK = 5000
"""Latest seats that count: all but those of bots."""

STREAKS_BACK = 1000


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
    """None before the first counted game. One query."""
    sums = ("hands", "hands_out", "rounds", "rounds_won", "plays", "passes", "timeouts", "cards_played")
    tops = ("highest_value", "largest_set")
    seats = Seat.objects.filter(user__in=own).order_by("-joined_at")
    rows = SeatFigures.objects.filter(seat__in=seats.values("pk")[:SEATS_BACK])
    found = rows.aggregate(
        games=Count("pk"), **{name: Sum(name) for name in sums}, **{name: Max(name) for name in tops}
    )
    return PersonFigures(**found) if found["games"] else None


def streaks(own: Collection[int]) -> Streaks:
    """One query."""
    seats = Seat.objects.filter(user__in=own, game__status=Game.Status.FINISHED)
    rows = seats.order_by("-joined_at").values_list("game__ended_at", "game", "is_winner")[:STREAKS_BACK]
    return count_streaks(won for _at, _game, won in sorted(rows))


def count_streaks(outcomes: Iterable[bool]) -> Streaks:
    now = most = lost = 0
    for won in outcomes:
        now, lost = (now + 1, 0) if won else (0, lost + 1)
        most = max(most, now)
    return Streaks(now, most, lost)
