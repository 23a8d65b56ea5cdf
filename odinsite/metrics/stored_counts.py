"""The counts of all processes, stored in Redis. If it loses them they begin at 0 again, which Prometheus expects."""

from __future__ import annotations

import logging
from typing import Any, Final

from redis.exceptions import RedisError

from accounts.metrics.counters import Counts, ProcessCounter
from games.health.client import client

log = logging.getLogger(__name__)

KEY: Final = "odin:metrics"
# Label values are names in the code, which have none.
_BETWEEN: Final = "|"


def counts_push() -> None:
    """Add to Redis what this process counted since the last call, in one round trip. After an error of Redis it is
    added at the next call.
    """
    taken = ProcessCounter.take_all()
    if not taken:
        return
    try:
        with client().pipeline(transaction=True) as pipeline:
            for key, count in taken.items():
                pipeline.hincrbyfloat(KEY, _BETWEEN.join(key), count)
            pipeline.execute()
    except RedisError as error:
        log.debug("counts not stored: %r", error)
        ProcessCounter.put_back(taken)


def counts_read() -> Counts:
    """The counts of all processes until their last call of `counts_push`. Raises RedisError."""
    found: Any = client().hgetall(KEY)
    return {tuple(field.decode().split(_BETWEEN)): float(count) for field, count in found.items()}
