"""The worker of a simulated month: runs the site's tasks from the real queue, in a process that can be killed."""

import heapq
import multiprocessing
import signal
import traceback
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from celery import Celery, current_app
from celery.app import app_or_default
from django.core.management.base import CommandError
from django.db import connections
from kombu import Queue
from time_machine import Traveller

# In real seconds; a longer task hangs.
PATIENCE_S = 120.0
# A task at hand may end within this time.
STOP_S = 10.0
TICK_S = 0.001
NEVER = datetime.max.replace(tzinfo=UTC)


class MonthError(CommandError):
    """The simulation cannot go on; its figures would be meaningless."""


@dataclass(frozen=True, order=True)
class Job:
    """A task to run between `at` and `until`; `number` keeps the order of arrival."""

    at: datetime
    number: int
    name: str
    args: tuple[Any, ...]
    until: datetime = NEVER


class Broker:
    """The site's queue under another name. Holds delayed tasks, as a worker does."""

    def __init__(self) -> None:
        self.app = Celery("month", set_as_current=False)
        self.app.config_from_object("django.conf:settings", namespace="CELERY")
        # Priorities would cost a request each.
        self.app.conf.broker_transport_options = {"priority_steps": [0]}
        self.name = self.app.conf.task_default_queue = f"month-{uuid.uuid4().hex}"
        self._held: list[Job] = []
        self._numbers = count()

    @contextmanager
    def receiving(self) -> Iterator[None]:
        """Receive what services queue in the block."""
        before = app_or_default()
        # As a worker does at its start, so that tasks are known by name.
        before.loader.import_default_modules()
        self.app.set_current()
        try:
            with self.app.connection_for_read() as connection:
                self._queue = Queue(self.name)(connection.default_channel)
                self._queue.declare()
                yield
                self._queue.delete()
        finally:
            before.set_current()
            self.app.close()

    def send(self, task: str) -> None:
        self.app.send_task(task)

    @property
    def next_at(self) -> datetime | None:
        return self._held[0].at if self._held else None

    def take(self, now: datetime) -> Job | None:
        """The next task that may run; expired ones are dropped."""
        self._fetch(now)
        while self._held and self._held[0].at <= now:
            job = heapq.heappop(self._held)
            if job.until >= now:
                return job
        return None

    def forget(self) -> None:
        """Drop the tasks that a dead worker held."""
        self._held.clear()

    def _fetch(self, now: datetime) -> None:
        while (message := self._queue.get(no_ack=True)) is not None:
            args, _kwargs, _embed = message.decode()
            at = _time(message.headers.get("eta"), now)
            until = _time(message.headers.get("expires"), NEVER)
            heapq.heappush(self._held, Job(at, next(self._numbers), message.headers["task"], tuple(args), until))


def _time(text: str | None, otherwise: datetime) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC) if text else otherwise


class Worker:
    """A forked process that runs tasks at the simulated time."""

    def __init__(self, traveller: Traveller) -> None:
        self._traveller = traveller
        self._process, self._pipe = self._forked()

    def run(self, job: Job, at: datetime, kill: Callable[[], bool] | None = None) -> str | None:
        """The task's traceback or "", or None if `kill` ended it."""
        self._pipe.send((at, job.name, job.args))
        while kill is not None and not self._pipe.poll(TICK_S):
            if kill():
                self._kill()
                return None
        if not self._pipe.poll(PATIENCE_S):
            raise MonthError(f"the task {job.name}{job.args} does not end")
        try:
            failure: str = self._pipe.recv()
        except EOFError as gone:
            raise MonthError(f"the worker died of {job.name}{job.args}") from gone
        return failure

    def stop(self) -> None:
        """End the process, by force if its task does not end."""
        self._pipe.close()
        self._process.join(STOP_S)
        self._process.kill()
        self._process.join()

    def _kill(self) -> None:
        self._process.kill()
        self.stop()
        self._process, self._pipe = self._forked()

    def _forked(self) -> tuple[BaseProcess, Connection]:
        # Two processes must not share a connection; each opens its own.
        connections.close_all()
        ours, theirs = multiprocessing.Pipe()
        context = multiprocessing.get_context("fork")
        process = context.Process(target=_serve, args=(theirs, ours, self._traveller), daemon=True)
        process.start()
        theirs.close()
        return process, ours


def _serve(pipe: Connection, others_end: Connection, traveller: Traveller) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    others_end.close()
    while True:
        try:
            at, name, args = pipe.recv()
        except EOFError:
            connections.close_all()
            return
        traveller.move_to(at)
        try:
            current_app.tasks[name](*args)
        except Exception:
            # As in any worker, a failure does not end the process.
            failure = traceback.format_exc()
        else:
            failure = ""
        pipe.send(failure)
