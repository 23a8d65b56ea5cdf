"""The offers of an empty list of games or players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.lobby.selectors import seats_fetch
from games.models import Game

SHOWN: Final = 3
# Most ended games may be private, and no index has the others alone.
_WINDOW: Final = 500


@dataclass(frozen=True, slots=True)
class StartHere:
    """`finished`: the last public games."""

    finished: list[Game]


def start_here() -> StartHere:
    """At most two queries."""
    ended = Game.objects.filter(status=Game.Status.FINISHED).order_by("-pk").values("pk")[:_WINDOW]
    public = Game.objects.filter(pk__in=ended, visibility=Game.Visibility.PUBLIC)
    finished = list(public.order_by("-pk")[:SHOWN])
    seats_fetch(finished)
    return StartHere(finished)
