"""A player's figures and streaks over all finished games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from accounts.fast.queries import SAMPLE_ID, PreparedQuery
from games.models import PlayerTotals

_TOTALS: Final = PreparedQuery(lambda user: PlayerTotals.objects.filter(user_id=user), user=SAMPLE_ID)


@dataclass(frozen=True, slots=True)
class Streaks:
    """Games won in a row, alone or shared: now and at most. `lost`: games since the last victory."""

    now: int
    most: int
    lost: int


def person_totals(user_id: int) -> PlayerTotals | None:
    """The player's totals; None before the first game. One query."""
    return next(iter(_TOTALS.fetch(user=user_id)), None)


def streaks_of(totals: PlayerTotals | None) -> Streaks:
    return Streaks(0, 0, 0) if totals is None else Streaks(totals.wins_now, totals.wins_most, totals.losses_now)
