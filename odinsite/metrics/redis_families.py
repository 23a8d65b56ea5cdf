"""The state of the site that Redis knows: processes with their sockets, queues and sweeps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from prometheus_client.core import Metric

from games.health.heartbeats import Heartbeat, heartbeats, queues_unserved
from games.health.sweep_ends import sweep_ends
from games.queues import QUEUES
from odinsite.metrics.families import Row, gauge
from odinsite.metrics.queue_ages import queue_ages


def redis_families() -> Iterator[Metric]:
    """Raises RedisError."""
    yield from _processes(heartbeats())
    yield from _queues()
    yield from _sweeps()


def _processes(heard: Sequence[Heartbeat]) -> Iterator[Metric]:
    alive = [each for each in heard if each.is_alive]
    kinds = {
        "web": sum(each.is_web for each in alive),
        "worker": sum(bool(each.queues) for each in alive),
        "scheduler": sum(each.is_scheduler for each in alive),
    }
    rows: list[Row] = [([kind], float(count)) for kind, count in kinds.items()]
    yield gauge("odin_processes", "Processes that sent a heartbeat in the last minute.", ["kind"], rows)
    unserved = queues_unserved(heard)
    served: list[Row] = [([name], float(name not in unserved)) for name in QUEUES]
    yield gauge("odin_queue_served", "1 if a worker takes the queue.", ["queue"], served)
    yield from _figures([each.figures for each in heard if each.has_figures])


def _figures(told: Sequence[Mapping[str, float]]) -> Iterator[Metric]:
    """The sums of the processes' figures. A version may know others than this one."""

    def total(name: str) -> float:
        return sum(each.get(name, 0.0) for each in told)

    visitors = total("sockets_visitors")
    rows: list[Row] = [(["account"], total("sockets_all") - visitors), (["visitor"], visitors)]
    yield gauge("odin_sockets_open", "Open sockets and streams.", ["who"], rows)
    used: list[Row] = [([], total("pool_used"))]
    yield gauge("odin_pool_used", "Database connections that web processes use now.", [], used)
    yield gauge("odin_pool_max", "Database connections that web processes may use.", [], [([], total("pool_max"))])
    waiting: list[Row] = [([], total("pool_waiting"))]
    yield gauge("odin_pool_waiting", "Threads that wait for a database connection.", [], waiting)


def _queues() -> Iterator[Metric]:
    ages = queue_ages()
    lengths: list[Row] = [([each.name], float(each.length)) for each in ages]
    yield gauge("odin_queue_length", "Tasks that no worker has taken.", ["queue"], lengths)
    oldest: list[Row] = [([each.name], each.oldest_s) for each in ages]
    yield gauge("odin_queue_oldest_seconds", "How long the oldest task has waited.", ["queue"], oldest)


def _sweeps() -> Iterator[Metric]:
    ends = sweep_ends()
    ages: list[Row] = [([end.name], end.age.total_seconds()) for end in ends]
    yield gauge("odin_sweep_age_seconds", "How long ago the sweep last ended.", ["sweep"], ages)
    intervals: list[Row] = [([end.name], end.every_s) for end in ends]
    yield gauge("odin_sweep_interval_seconds", "How often the sweep should run.", ["sweep"], intervals)
