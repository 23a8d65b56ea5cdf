"""Database work of sockets, off the event loop and off the single thread of `sync_to_async`."""

from __future__ import annotations

from asyncio import get_running_loop
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from threading import local
from time import monotonic
from typing import Final, ParamSpec, TypeVar

from django.conf import settings
from django.db import close_old_connections, connection

P = ParamSpec("P")
T = TypeVar("T")

# Fewer than the web process's 20 database connections, so that pages always get one. If the disk is slow, most of these
# threads wait for COMMIT.
THREADS: Final = 8
# Seconds for which a thread trusts its connection. The pool would send a query to the server before each piece of work.
TRUST_S: Final = 1.0
_POOLED: Final = "pool" in settings.DATABASES["default"]["OPTIONS"]
_used = local()
_threads: Final = ThreadPoolExecutor(THREADS, thread_name_prefix="socket")


async def run_in_pool(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call `work` in one of the sockets' threads."""

    def connected() -> T:
        if monotonic() - getattr(_used, "at", 0.0) > TRUST_S:
            close_old_connections()
        try:
            return work(*args, **kwargs)
        except StopIteration as error:
            # No future takes it, as it would end the coroutine that waits.
            raise RuntimeError("work in a thread raised StopIteration") from error
        finally:
            _used.at = monotonic()
            if connection.errors_occurred or not _POOLED:
                close_old_connections()

    # `sync_to_async` wraps the function at each call, which takes longer than this.
    return await get_running_loop().run_in_executor(_threads, copy_context().run, connected)
