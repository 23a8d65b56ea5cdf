"""A worker's consumer, which keeps the queues' precedence for tasks with a pause too."""

from typing import Any

from celery.worker.consumer import Consumer
from celery.worker.state import task_ready

from games.queues import QUEUES

_FIRST = next(iter(QUEUES))


class FairConsumer(Consumer):
    """Celery holds tasks whose time is to come, and then runs all of them before any in the queues: clocks and mails
    would wait for hundreds of bots.
    """

    qos: Any

    def apply_eta_task(self, task: Any) -> None:
        """Put a task whose time has come at its queue's end, but at once run one that was there, or of the first queue.

        A task that came back from a lost worker counts as one that was there.
        """
        if task.delivery_info["redelivered"] or task.delivery_info["routing_key"] == _FIRST:
            super().apply_eta_task(task)
        else:
            self.qos.decrement_eventually()
            task.reject(requeue=True)
            task_ready(task)
