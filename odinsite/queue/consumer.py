"""A worker's consumer, which keeps the queues' precedence for tasks with a pause too, and outlives a lost Redis."""

import warnings
from contextlib import suppress
from typing import Any

from celery.exceptions import CPendingDeprecationWarning
from celery.utils import threads
from celery.worker.consumer import Consumer, consumer
from celery.worker.state import task_ready

from games.queues import QUEUES

_FIRST = next(iter(QUEUES))


class FairConsumer(Consumer):
    """Requeues due ETA tasks. Celery holds tasks until their time has come, and then runs all of them before any in the
    queues: clocks and emails would wait for hundreds of bots.
    """

    connection: Any
    qos: Any

    def apply_eta_task(self, task: Any) -> None:
        """Requeue a task whose time has come; redelivered ones and those of the first queue run immediately."""
        if task.delivery_info["redelivered"] or task.delivery_info["routing_key"] == _FIRST:
            super().apply_eta_task(task)
        else:
            self.qos.decrement_eventually()
            task.reject(requeue=True)
            task_ready(task)

    def on_connection_error_after_connected(self, exc: Exception) -> None:
        """Close every channel while the server is known, and drop later acknowledgements of their messages.

        Kombu would forget the server at the first channel that fails to close. Closing or using another one then raises
        an error that ends the worker.
        """
        threads.bound_open_broker_sockets(self.connection, consumer.COLLECT_SOCKET_TIMEOUT)  # type: ignore[attr-defined]
        for channel in tuple(self.connection.transport.channels):
            channel.basic_ack = channel.basic_reject = _drop
            # The first try may fail at reading the queues, before the messages at hand are requeued.
            for _ in range(2):
                with suppress(Exception):
                    channel.close()
        with warnings.catch_warnings():
            # Of another default in a later version.
            warnings.simplefilter("ignore", CPendingDeprecationWarning)
            super().on_connection_error_after_connected(exc)


def _drop(delivery_tag: str, **_options: Any) -> None:
    """Do nothing in place of an acknowledgement. Redis delivers the message again after its visibility timeout, unless
    it was requeued or Redis lost it.
    """
