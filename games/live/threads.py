"""Database work of sockets, off the event loop and off the single thread of `sync_to_async`."""

from __future__ import annotations

import atexit
from asyncio import AbstractEventLoop, Future, get_running_loop
from collections import deque
from collections.abc import Callable
from contextvars import copy_context
from queue import SimpleQueue
from threading import Lock, Thread, local
from time import monotonic
from typing import Any, Final, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from django.conf import settings
from django.db import close_old_connections, connection

P = ParamSpec("P")
T = TypeVar("T")

# Fewer than the web process's database connections, so that pages always get one.
THREADS: Final = 4
# Seconds for which a thread trusts its connection. The pool would send a query to the server before each piece of work.
TRUST_S: Final = 1.0
_POOLED: Final = "pool" in settings.DATABASES["default"]["OPTIONS"]
_used = local()


class _Answers:
    """Results of threads for an event loop, which they wake once for all that it has not taken yet. Holds no reference
    to the loop, so that a closed one can be freed.
    """

    def __init__(self) -> None:
        self._answers: Final[deque[tuple[Future[Any], Any, BaseException | None]]] = deque()
        self._woken = False

    def put(self, future: Future[Any], result: Any, error: BaseException | None) -> None:
        self._answers.append((future, result, error))
        if not self._woken:
            self._woken = True
            try:
                future.get_loop().call_soon_threadsafe(self._take)
            except RuntimeError:
                # A closed loop waits for nothing.
                self._answers.clear()
                self._woken = False

    def _take(self) -> None:
        # Before the last look, so that what comes after it wakes the loop again.
        self._woken = False
        while self._answers:
            future, result, error = self._answers.popleft()
            if future.done():
                continue
            try:
                if error is None:
                    future.set_result(result)
                else:
                    future.set_exception(error)
            except Exception as refused:
                # The answers behind it are still delivered.
                told = {"message": "An answer was refused", "exception": refused, "future": future}
                future.get_loop().call_exception_handler(told)


class _Threads:
    """A pool for coroutines. `run_in_executor` has a future of its own for threads too, with a lock and a condition."""

    def __init__(self) -> None:
        self._asked: Final[SimpleQueue[tuple[Callable[[], Any], Future[Any], _Answers] | None]] = SimpleQueue()
        self._answers: Final[WeakKeyDictionary[AbstractEventLoop, _Answers]] = WeakKeyDictionary()
        self._threads: Final[list[Thread]] = []
        self._lock: Final = Lock()

    async def call(self, work: Callable[[], T]) -> T:
        if not self._threads:
            self._begin()
        loop = get_running_loop()
        answers = self._answers.get(loop)
        if answers is None:
            answers = self._answers[loop] = _Answers()
        future: Future[T] = loop.create_future()
        self._asked.put((work, future, answers))
        return await future

    def _begin(self) -> None:
        with self._lock:
            if self._threads:
                return
            for number in range(THREADS):
                thread = Thread(target=self._work, name=f"socket_{number}", daemon=True)
                thread.start()
                self._threads.append(thread)
            atexit.register(self._end)

    def _end(self) -> None:
        """Work that has begun is done before the process ends."""
        for _thread in self._threads:
            self._asked.put(None)
        for thread in self._threads:
            thread.join()

    def _work(self) -> None:
        while (asked := self._asked.get()) is not None:
            work, future, answers = asked
            result: Any = None
            # The caller may have left.
            if not future.cancelled():
                try:
                    result = work()
                except BaseException as error:
                    answers.put(future, None, _told(error))
                else:
                    answers.put(future, result, None)
            # Drop references, so that idle threads do not keep results alive.
            del asked, work, future, answers, result


def _told(error: BaseException) -> BaseException:
    """The error for the future. A future does not accept StopIteration, because it would end the waiting coroutine."""
    if not isinstance(error, StopIteration):
        return error
    told = RuntimeError("work in a thread raised StopIteration")
    told.__cause__ = error
    return told


_threads: Final = _Threads()


async def in_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call `work` in one of the sockets' threads."""

    def connected() -> T:
        if monotonic() - getattr(_used, "at", 0.0) > TRUST_S:
            close_old_connections()
        try:
            return work(*args, **kwargs)
        finally:
            _used.at = monotonic()
            if connection.errors_occurred or not _POOLED:
                close_old_connections()

    # `sync_to_async` wraps the function again at each call, which takes longer than this.
    context = copy_context()
    return await _threads.call(lambda: context.run(connected))
