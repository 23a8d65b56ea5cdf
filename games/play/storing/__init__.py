"""Stores turns, either by plain queries, which are the specification, or by one statement that leaves the same rows."""

from accounts.fast import switch
from games.models import Deadline, Move
from games.play.locking import LockedGame
from games.play.storing import one_statement, plain


def turn_save(locked: LockedGame, move: Move, deadline: Deadline) -> str:
    """Save a turn that does not end the hand: the move, its seat, and the columns of game, hand and deadline that
    depend on it. Returns the version of the rows for `game_cache`, or an empty text if the plain queries stored them.
    """
    if switch.FAST:
        return one_statement.turn_save(locked, move, deadline)
    plain.turn_save(locked, move, deadline)
    return ""
