"""The offers of an empty list of games or players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.lobby.selectors import seats_fetch
from games.models import Game

SHOWN: Final = 3


@dataclass(frozen=True, slots=True)
class StartHere:
    """`finished`: the last public games."""

    finished: list[Game]


def start_here() -> StartHere:
    """At most two queries."""
    public = Game.objects.filter(status=Game.Status.FINISHED, visibility=Game.Visibility.PUBLIC)
    # By an index of these alone.
    finished = list(public.order_by("-ended_at", "-pk")[:SHOWN])
    seats_fetch(finished)
    return StartHere(finished)
