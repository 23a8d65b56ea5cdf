"""Caches what all sockets of a game send about its latest turn."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Final, TypeVar, cast

from accounts.fast.caches import LruCache
from games.events import TurnEvent

T = TypeVar("T")
# Games, a few kB each.
MAX_ENTRIES: Final = 2000


class TurnCache:
    """Cached messages about the latest turn of each game. Not thread-safe: only the event loop's thread may use it."""

    def __init__(self, max_entries: int = MAX_ENTRIES) -> None:
        # By game: what tells the turn from others, and what was made of it.
        self._turns: LruCache[tuple[Hashable, dict[Hashable, Any]]] = LruCache("turns", max_entries)

    def once(self, public_id: str, turn: TurnEvent, what: Hashable, make: Callable[[], T]) -> T:
        """Return what `make` returns, calling it only once per turn and `what`."""
        # A game restored from a backup reuses version numbers: who takes the turn, and when, may differ. What a message
        # lacks is found out by what `make` calls.
        taken = (turn.get("seat"), turn.get("by"), turn.get("deadline_at"))
        key = (turn["version"], turn["turn"], *taken, *turn["sizes"])
        cached_key, made = self._turns.get(public_id) or (None, {})
        if cached_key != key:
            made = {}
            self._turns.put(public_id, (key, made))
        if what not in made:
            made[what] = make()
        return cast(T, made[what])


turn_cache: Final = TurnCache()
