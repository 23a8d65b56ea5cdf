"""What this process's sockets at a game say alike about a turn: made once, kept for each game's latest turn."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Final, TypeVar, cast

from games.events import TurnEvent

T = TypeVar("T")
# Of the most games, a few kB each.
GAMES: Final = 2000


class LatestTurns:
    """For one thread: that of the event loop."""

    def __init__(self, most: int = GAMES) -> None:
        self._most = most
        # By game: what tells the turn from others, and what was made of it.
        self._kept: OrderedDict[str, tuple[Hashable, dict[Hashable, Any]]] = OrderedDict()

    def once(self, public_id: str, turn: TurnEvent, what: Hashable, make: Callable[[], T]) -> T:
        """What was made of this turn under the name `what`, or else what `make` returns."""
        # Versions come again where a game is put back, as from a backup: who takes the turn, and when, may differ. What
        # a message lacks is found out by what `make` calls.
        taken = (turn.get("seat"), turn.get("by"), turn.get("deadline_at"))
        told = (turn["version"], turn["turn"], *taken, *turn["sizes"])
        known, made = self._kept.get(public_id, (None, {}))
        if known != told:
            made = {}
            self._kept[public_id] = (told, made)
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        self._kept.move_to_end(public_id)
        if what not in made:
            made[what] = make()
        return cast(T, made[what])

    def clear(self) -> None:
        self._kept.clear()


latest_turns: Final = LatestTurns()
