"""Counts the people who watch a game without a seat, by the sockets of this process."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable
from typing import Any, Final

from django.utils.translation import ngettext

# Stop counting here, because every change is broadcast.
MOST: Final = 99
CHANGED: Final = {"type": "odin.watched"}

Listener = Callable[[Any], None]


class Watchers:
    """Watchers by game, for the event loop's thread alone. A person with several pages counts once."""

    def __init__(self) -> None:
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._watching: defaultdict[str, Counter[Hashable]] = defaultdict(Counter)

    def join(self, public_id: str, listener: Listener, who: Hashable | None) -> None:
        """Subscribe to changes of the number. `who` is None for people with a seat."""
        self._listeners[public_id].add(listener)
        if who is not None:
            self._watching[public_id][who] += 1
            self._tell(public_id)

    def leave(self, public_id: str, listener: Listener, who: Hashable | None) -> None:
        listeners, watching = self._listeners[public_id], self._watching[public_id]
        listeners.discard(listener)
        if who is not None:
            watching[who] -= 1
            if watching[who] <= 0:
                del watching[who]
            self._tell(public_id)
        if not listeners:
            del self._listeners[public_id], self._watching[public_id]

    def count(self, public_id: str) -> int:
        return len(self._watching[public_id]) if public_id in self._watching else 0

    def _tell(self, public_id: str) -> None:
        for listener in tuple(self._listeners[public_id]):
            listener(CHANGED)


watchers: Final = Watchers()


def watching_words(count: int) -> str:
    """The number in the active language's words; "" for none."""
    if count == 0:
        return ""
    words = ngettext("{n} watching", "{n} watching", count)
    return words.format(n=f"{MOST}+" if count > MOST else count)
