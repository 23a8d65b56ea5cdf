"""What a site uses while it is played at, every few seconds."""

from __future__ import annotations

import asyncio
import statistics
from collections.abc import Sequence
from time import perf_counter
from typing import Any

from redis import Redis

from games.queues import QUEUES
from tests.bench.compare.servers import Site
from tests.bench.driver.load import Told
from tests.bench.driver.processes import Processes

MIB = 2**20
Sample = dict[str, Any]


async def samples_take(site: Site, processes: Processes, told: Told, every: float, into: list[Sample]) -> None:
    """Append a sample every so many seconds, until cancelled."""
    began = perf_counter()
    with Redis.from_url(site.folder.redis_url) as redis:
        while True:
            seen, failed = len(told.times), len(told.failures)
            await asyncio.sleep(every)
            into.append(
                {
                    "at_s": round(perf_counter() - began, 1),
                    "web_mib": [round(program.resident() / MIB, 1) for program in site.web],
                    "worker_mib": round(processes.resident("worker") / MIB, 1),
                    "redis_mib": round(processes.resident("redis") / MIB, 1),
                    "queued": sum(redis.llen(queue) for queue in QUEUES),
                    "turns_per_s": round((len(told.times) - seen) / every, 1),
                    "failures": len(told.failures) - failed,
                    **_cuts(told.times[seen:]),
                }
            )


def _cuts(times: Sequence[float]) -> dict[str, float | None]:
    """The median and the 95th percentile in milliseconds; None for fewer than two turns."""
    if len(times) < 2:
        return {"p50_ms": None, "p95_ms": None}
    cuts = statistics.quantiles(times, n=20, method="inclusive")
    return {"p50_ms": round(1000 * cuts[9], 1), "p95_ms": round(1000 * cuts[18], 1)}


def summary(samples: Sequence[Sample]) -> dict[str, Any]:
    """The first and the last fifth compared, as medians; the memory of web processes is their sum."""
    count = max(1, len(samples) // 5)
    found: dict[str, Any] = {}
    for name in ("web_mib", "worker_mib", "redis_mib", "queued", "p50_ms", "p95_ms"):
        ends = [[_number(sample[name]) for sample in part] for part in (samples[:count], samples[-count:])]
        found[name] = [round(statistics.median(part), 1) for part in ends]
    return found | {"queued_at_most": max(sample["queued"] for sample in samples)}


def _number(value: float | list[float] | None) -> float:
    return sum(value) if isinstance(value, list) else value or 0.0
