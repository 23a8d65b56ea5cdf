"""What this process remembers of the games in which it stored the latest turn, so that the next one need not read it.

Rows are only remembered with their versions, and a turn is only stored if all of them still hold.
"""

from __future__ import annotations

from typing import Any, Final

from accounts.latest import Latest
from games.models import Game
from games.play.errors import NotKnown
from games.play.locking import LockedGame

# Of the most games, some 20 kB each.
GAMES: Final = 500


class KnownGames:
    """For all threads. Who takes a game out has it alone, and puts it back once the turn is stored."""

    def __init__(self, most: int = GAMES) -> None:
        self._kept: Latest[LockedGame] = Latest(most)

    def take(self, public_id: str, version: int) -> LockedGame | None:
        """As after the latest turn stored here; None if it is not known at that version."""
        locked = self._kept.take(public_id)
        if locked is None or locked.game.version != version:
            return None
        return locked.again()

    def keep(self, locked: LockedGame) -> None:
        """Nothing that the turn left in `locked` may be used any more. Turns that were not plain are not kept."""
        if not locked.turn_version or locked.game.status != Game.Status.RUNNING:
            return
        self._kept.keep(locked.game.public_id, locked)

    def clear(self) -> None:
        self._kept.clear()


known_games: Final = KnownGames()


def no_query(*_asked: Any) -> Any:
    """Raises NotKnown for any query that Django is asked for: what stores a plain turn of a known game is none."""
    raise NotKnown
