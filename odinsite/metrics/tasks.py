"""Counts tasks in the pool processes of a worker, and stores what they count."""

from __future__ import annotations

from threading import Event, Thread
from typing import Any, Final

from celery.signals import task_postrun, worker_process_init, worker_process_shutdown

from accounts.metrics.counted import TASKS
from accounts.metrics.counters import ProcessCounter
from games.health.heartbeats import INTERVAL_S
from odinsite.metrics.stored_counts import counts_push

_ended: Final = Event()


@worker_process_init.connect
def pool_process_counts(**_told: Any) -> None:
    """Store counts every INTERVAL_S seconds in a thread: a round trip at each task's end would slow bots down."""
    ProcessCounter.after_fork()
    task_postrun.connect(task_count)
    Thread(target=_push, name="counts", daemon=True).start()


@worker_process_shutdown.connect
def pool_process_ends(**_told: Any) -> None:
    _ended.set()
    counts_push()


def task_count(sender: Any = None, state: str | None = None, **_told: Any) -> None:
    """Count the task. Both outcomes get a series, as Prometheus doesn't see the first step of a new one."""
    if sender is not None:
        task, failed = str(sender.name).rpartition(".")[2], state != "SUCCESS"
        TASKS.add(task, "ok", count=not failed)
        TASKS.add(task, "failed", count=failed)


def _push() -> None:
    while not _ended.wait(INTERVAL_S):
        counts_push()
