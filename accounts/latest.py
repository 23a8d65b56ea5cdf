"""The latest values that a process keeps: drawings, views, rows of games, who has a session."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

V = TypeVar("V")


class Latest(Generic[V]):
    """The `most` values used last, by keys that name all that they depend on. For all threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = Lock()
        self._kept: OrderedDict[Hashable, V] = OrderedDict()

    def get(self, key: Hashable) -> V | None:
        with self._lock:
            value = self._kept.get(key)
            if value is not None:
                self._kept.move_to_end(key)
            return value

    def keep(self, key: Hashable, value: V) -> None:
        with self._lock:
            self._kept[key] = value
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def take(self, key: Hashable) -> V | None:
        """Its value, which is then no longer kept."""
        with self._lock:
            return self._kept.pop(key, None)

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()
