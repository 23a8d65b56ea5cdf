"""Stores turns: plainly, which is the specification, or by one statement, which leaves the same rows."""

from accounts.fast import switch
from games.models import Deadline, Move
from games.play.locking import LockedGame
from games.play.storing import one_statement, plain


def turn_save(locked: LockedGame, move: Move, deadline: Deadline) -> str:
    """Save a turn that ends no hand: the move, its seat, and what game, hand and deadline repeat of it. Returns the
    version of the rows (`game_cache`), or an empty text if they have none.
    """
    if switch.FAST:
        return one_statement.turn_save(locked, move, deadline)
    plain.turn_save(locked, move, deadline)
    return ""
