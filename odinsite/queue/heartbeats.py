"""Heartbeats of workers and beat."""

from __future__ import annotations

import socket
import time
from contextlib import suppress
from typing import Any

from celery import bootsteps
from redis.exceptions import RedisError

from games.health.heartbeats import BEAT, INTERVAL_S
from games.health.sweep_ends import sweeps_expect
from odinsite.heartbeat import beat, beat_end
from odinsite.queue.schedule import Scheduler


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
        self.name = f"{BEAT}{socket.gethostname()}"
        self.beaten_at = float("-inf")
        super().__init__(*args, **options)

    def tick(self, *args: Any, **options: Any) -> float:
        pause: float = super().tick(*args, **options)
        if time.monotonic() - self.beaten_at >= INTERVAL_S:
            self.beaten_at = time.monotonic()
            beat(self.name)
            with suppress(RedisError):
                sweeps_expect()
        return min(pause, INTERVAL_S)

    def close(self) -> None:
        beat_end(self.name)
        super().close()
