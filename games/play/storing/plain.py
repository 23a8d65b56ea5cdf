"""Stores a turn by Django's own queries. They specify what `one_statement` has to do."""

from games.models import Deadline, Move
from games.play.clock.deadline import deadline_save
from games.play.derived import DERIVED_BY_TURN, DERIVED_OF_HAND_BY_TURN
from games.play.locking import LockedGame
from games.play.storing.move import move_save


def turn_save(locked: LockedGame, move: Move, deadline: Deadline) -> None:
    """Save a turn that does not end the hand. Five queries."""
    move_save(locked, move)
    locked.game.save(update_fields=DERIVED_BY_TURN)
    locked.hand.save(update_fields=DERIVED_OF_HAND_BY_TURN)
    deadline_save(deadline)
