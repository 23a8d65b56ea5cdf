"""Heartbeats of workers and beat: in Redis, and in a file for their container."""

from __future__ import annotations

import logging
import os
import socket
import time
from pathlib import Path
from typing import Any

from celery import bootsteps
from redis.exceptions import RedisError

from games.heartbeats import INTERVAL_S, heartbeat_end, heartbeat_send
from odinsite.queue.schedule import Scheduler

log = logging.getLogger(__name__)


def beat(name: str, queues: list[str]) -> None:
    """Send a heartbeat. An error of Redis is logged, and the next heartbeat is due as usual."""
    if file := os.environ.get("HEARTBEAT_FILE"):
        Path(file).touch()
    try:
        heartbeat_send(name, queues)
    except RedisError as error:
        log.warning("heartbeat not sent: %r", error)


def beat_end(name: str) -> None:
    try:
        heartbeat_end(name)
    except RedisError as error:
        log.warning("end not told: %r", error)


class TimerStep(bootsteps.StartStopStep):
    """A part of a worker that works by a `timer` in the consumer's loop. Restarted with each connection, whose loss
    ends all timers.
    """

    requires = ("celery.worker.consumer.tasks:Tasks",)
    timer: Any = None

    def stop(self, consumer: Any) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None


class WorkerHeartbeat(TimerStep):
    """Sends a worker's heartbeats. Long tasks do not delay them."""

    def start(self, consumer: Any) -> None:
        self._beat(consumer)
        self.timer = consumer.timer.call_repeatedly(INTERVAL_S, self._beat, (consumer,))

    def shutdown(self, consumer: Any) -> None:
        self.stop(consumer)
        beat_end(consumer.hostname)

    def _beat(self, consumer: Any) -> None:
        beat(consumer.hostname, [queue.name for queue in consumer.task_consumer.queues])


class BeatingScheduler(Scheduler):
    def __init__(self, *args: Any, **options: Any) -> None:
        self.name = f"beat@{socket.gethostname()}"
        self.beaten_at = float("-inf")
        super().__init__(*args, **options)

    def tick(self, *args: Any, **options: Any) -> float:
        pause: float = super().tick(*args, **options)
        if time.monotonic() - self.beaten_at >= INTERVAL_S:
            self.beaten_at = time.monotonic()
            beat(self.name, [])
        return min(pause, INTERVAL_S)

    def close(self) -> None:
        beat_end(self.name)
        super().close()
