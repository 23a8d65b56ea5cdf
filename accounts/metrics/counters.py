"""Counters in the memory of a process, until it adds them to those of all processes (odinsite.metrics)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from threading import Lock
from typing import ClassVar, Final

# More series than this, and the next ones count as OTHER, so that no mistake fills Redis and Prometheus.
SERIES_MAX: Final = 2000
OTHER: Final = "other"
SUM: Final = "sum"

# Counts by name and label values.
Counts = dict[tuple[str, ...], float]


class ProcessCounter:
    """A counter with a value for each combination of label values. Thread-safe.

    A label's values are names from the code, such as a route or a reason: never an address, a name, a card or a text
    that someone sent.
    """

    registry: ClassVar[dict[str, ProcessCounter]] = {}
    _lock: ClassVar[Lock] = Lock()

    def __init__(self, name: str, words: str, *labels: str, expected: Iterable[tuple[str, ...]] = ()) -> None:
        """Register the counter. `name` is without Prometheus's ending `_total`, and `words` is a sentence for people.
        `expected`: label values that are shown with 0, as Prometheus doesn't see the first step of a new series.
        """
        self.name, self.words, self.labels, self.expected = name, words, labels, frozenset(expected)
        self._counts: Counts = {}
        self._known: set[tuple[str, ...]] = set()
        self.registry[name] = self

    def add(self, *values: str, count: float = 1) -> None:
        """Add to the counter with these label values."""
        with self._lock:
            self._add(self._bounded(values), count)

    def _add(self, key: tuple[str, ...], count: float) -> None:
        self._counts[key] = self._counts.get(key, 0) + count

    def _bounded(self, values: tuple[str, ...]) -> tuple[str, ...]:
        if values in self._known:
            return values
        if len(self._known) >= SERIES_MAX:
            return (OTHER,) * len(values)
        self._known.add(values)
        return values

    @classmethod
    def take_all(cls) -> Counts:
        """Return what was counted since the last call, and start again."""
        taken: Counts = {}
        with cls._lock:
            for counter in cls.registry.values():
                taken.update(((counter.name, *key), count) for key, count in counter._counts.items())
                counter._counts = {}
        return taken

    @classmethod
    def put_back(cls, taken: Counts) -> None:
        """Add what could not be stored elsewhere."""
        with cls._lock:
            for (name, *key), count in taken.items():
                cls.registry[name]._add(tuple(key), count)

    @classmethod
    def after_fork(cls) -> None:
        """Forget what the parent process counted, and a lock that its other threads may hold."""
        cls._lock = Lock()
        for counter in cls.registry.values():
            counter._counts = {}


class Histogram(ProcessCounter):
    """A histogram of seconds. Each row has the counts of its buckets, and their sum as another one."""

    def __init__(self, name: str, words: str, *labels: str, buckets: tuple[float, ...]) -> None:
        """Register the histogram. `buckets` are upper bounds in seconds, without the infinite one."""
        super().__init__(name, words, *labels, expected=() if labels else [()])
        self.bounds: tuple[str, ...] = (*map(str, buckets), "+Inf")
        self._buckets = buckets

    def observe(self, seconds: float, *values: str) -> None:
        with self._lock:
            values = self._bounded(values)
            self._add((*values, self.bounds[bisect_left(self._buckets, seconds)]), 1)
            self._add((*values, SUM), seconds)
