"""How many tasks wait in each queue, and since when the oldest does."""

from __future__ import annotations

import json
from dataclasses import dataclass
from time import time
from typing import Any, Final

from games.health.client import client
from games.queues import QUEUES

# The header of each task with the time when it was sent, in seconds since the epoch.
SENT_AT: Final = "odin_sent_at"


@dataclass(frozen=True, slots=True)
class QueueAge:
    """`oldest_s`: how long the oldest task has waited, 0 in an empty queue."""

    name: str
    length: int
    oldest_s: float


def queue_ages() -> list[QueueAge]:
    """The queues in Redis, in one round trip, without tasks that workers hold. Raises RedisError."""
    with client().pipeline(transaction=False) as pipeline:
        for name in QUEUES:
            pipeline.llen(name)
            # Kombu adds on the left and takes from the right.
            pipeline.lindex(name, -1)
        found: list[Any] = pipeline.execute()
    pairs = zip(QUEUES, found[::2], found[1::2], strict=True)
    return [QueueAge(name, length, _age_s(oldest)) for name, length, oldest in pairs]


def _age_s(message: bytes | None) -> float:
    """The age of a message; 0 for none, and for one without the time."""
    sent_at = json.loads(message).get("headers", {}).get(SENT_AT) if message else None
    return 0.0 if sent_at is None else max(0.0, time() - float(sent_at))
