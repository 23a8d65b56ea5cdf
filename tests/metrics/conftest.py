from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from accounts.metrics.counters import Counts, ProcessCounter
from games.health.client import client
from odinsite.metrics.stored_counts import KEY

Counted = Callable[[str], dict[str, float]]


@pytest.fixture(autouse=True)
def no_counts() -> Iterator[None]:
    """Begin with empty counters, and leave none in Redis."""
    ProcessCounter.take_all()
    client().delete(KEY)
    yield
    client().delete(KEY)


@pytest.fixture
def counted() -> Counted:
    """The counts of one counter in this process since the test began, by its labels' values."""
    known: Counts = {}

    def of(name: str) -> dict[str, float]:
        for key, count in ProcessCounter.take_all().items():
            known[key] = known.get(key, 0) + count
        return {"|".join(key[1:]): count for key, count in known.items() if key[0] == name}

    return of
