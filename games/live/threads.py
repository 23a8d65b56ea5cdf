"""Database work of sockets, off the event loop and off the single thread of `sync_to_async`."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.db import close_old_connections

P = ParamSpec("P")
T = TypeVar("T")

# Fewer than the web process's database connections, so that pages always get one.
THREADS = 8
_threads = ThreadPoolExecutor(THREADS, thread_name_prefix="socket")


async def in_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call `work` in one of the sockets' threads, closing old database connections afterwards."""

    def connected() -> T:
        try:
            return work(*args, **kwargs)
        finally:
            close_old_connections()

    return await sync_to_async(connected, thread_sensitive=False, executor=_threads)()
