"""Saves a move and the seat that made it."""

from typing import Final

from games.models import Move
from games.play.locking import LockedGame

SEAT: Final = ("acted_at", "timeouts", "turns_in_time")


def move_save(locked: LockedGame, move: Move) -> None:
    """Save the move and its seat only, for a turn that ends the hand. Two queries."""
    move.save(force_insert=True)
    locked.seats[move.seat].save(update_fields=SEAT)
