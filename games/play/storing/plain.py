"""Stores a turn by Django's own queries. They specify what `one_statement` has to do."""

from typing import Final

from games.models import Deadline, Move
from games.play.clock.deadline import deadline_save
from games.play.derived import DERIVED_BY_TURN
from games.play.locking import LockedGame

HAND: Final = ("state", "turns_count")
SEAT: Final = ("acted_at", "timeouts", "turns_in_time")


def turn_save(locked: LockedGame, move: Move, deadline: Deadline) -> None:
    """Save a turn that does not end the hand. Five queries."""
    move_save(locked, move)
    locked.game.save(update_fields=DERIVED_BY_TURN)
    locked.hand.save(update_fields=HAND)
    deadline_save(deadline)


def move_save(locked: LockedGame, move: Move) -> None:
    """Save the move and its seat only, for a turn that ends the hand. Two queries."""
    move.save(force_insert=True)
    locked.seats[move.seat].save(update_fields=SEAT)
