"""The cache in the memory of a process that stores views, parts of tables, games, turns and networks."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, ClassVar, Generic, TypeVar
from weakref import WeakSet

from accounts.fast import switch

V = TypeVar("V")


class LruCache(Generic[V]):
    """A thread-safe cache that keeps the values used most recently. A key names everything that its value depends on.
    The cache stays empty if the fast path is off.
    """

    registry: ClassVar[WeakSet[LruCache[Any]]] = WeakSet()

    def __init__(self, name: str, max_entries: int) -> None:
        self.name = name
        self.hits = 0
        self._max_entries = max_entries
        self._lock = Lock()
        self._entries: OrderedDict[Hashable, V] = OrderedDict()
        self.registry.add(self)

    def get(self, key: Hashable) -> V | None:
        with self._lock:
            value = self._entries.get(key)
            if value is not None:
                self.hits += 1
                self._entries.move_to_end(key)
            return value

    def put(self, key: Hashable, value: V) -> None:
        """Store the value. Evicts the least recently used entry if the cache is full."""
        if not switch.FAST:
            return
        with self._lock:
            self._entries[key] = value
            self._entries.move_to_end(key)
            if len(self._entries) > self._max_entries:
                self._entries.popitem(last=False)

    def pop(self, key: Hashable, fits: Callable[[V], bool]) -> V | None:
        """Remove and return the value, so that no other thread can use it. It stays, and None is returned, if it does
        not fit.
        """
        with self._lock:
            value = self._entries.get(key)
            if value is None or not fits(value):
                return None
            self.hits += 1
            return self._entries.pop(key)

    def clear(self) -> None:
        with self._lock:
            self._entries.clear()


_others: list[Callable[[], None]] = []


def clear_with_all(clear: Callable[[], None]) -> None:
    """Call this function, too, when all caches are emptied."""
    _others.append(clear)


def clear_all() -> None:
    """Empty the caches of this process: those of this class, and those of `clear_with_all`."""
    for clear in (*(cache.clear for cache in LruCache.registry), *_others):
        clear()
