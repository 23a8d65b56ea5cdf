"""Whether a turn may still be taken back by whoever took it."""

from __future__ import annotations

from collections.abc import Iterable

from games.clocks import Pace
from games.models import Deadline, Game, Move, Seat, TakeBack

# More often a hand it would only keep the others guessing, and mailing them in vain.
MOST_A_HAND = 3


def takes_back(game: Game) -> bool:
    """Whether players may take back turns in this game at all: never at a live pace, nor where ratings are at stake."""
    return game.undo and not game.rated and not Pace(game.pace).is_live


def undo_ready(game: Game, seat: Seat, last: Move | None, clock: Deadline | None) -> bool:
    """Whether the seat's person may take back `last`, the last turn that stands in the running hand.

    The wait that the turn began must go on: nothing else has happened to the game's clock since, such as another
    take-back or a seat that changed hands, as then nobody knows any more how much time the turn had left.
    """
    return (
        takes_back(game)
        and game.status == Game.Status.RUNNING
        and last is not None
        and last.seat == seat.number
        and last.actor_id == seat.user_id == seat.held_by_id
        and last.by in (Move.By.PLAYER, Move.By.AUTO)
        and clock is not None
        and clock.version == last.version
        and clock.left_before is not None
    )


def undone_in_hand(rows: Iterable[TakeBack], seat: Seat) -> int:
    """How many of a hand's take-backs are those of the seat's person."""
    return sum(row.actor_id == seat.user_id for row in rows)
