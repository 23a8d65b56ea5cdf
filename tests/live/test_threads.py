"""Threads that work for sockets."""

import asyncio
import gc
import threading
from collections.abc import Iterator
from contextvars import ContextVar
from weakref import WeakSet

import pytest

from games.live.threads import THREADS, run_in_pool
from tests.embedded.running import wait_until

pytestmark = pytest.mark.asyncio
word: ContextVar[str] = ContextVar("word", default="")


class Row:
    """Something that is missed when it is gone."""


async def test_work_is_done_elsewhere_with_the_callers_context() -> None:
    word.set("here")
    assert await run_in_pool(lambda: (word.get(), threading.get_ident() == threading.main_thread().ident)) == (
        "here",
        False,
    )


async def test_its_error_is_the_callers() -> None:
    with pytest.raises(KeyError):
        await run_in_pool(dict[str, str]().__getitem__, "missing")


async def test_work_that_stops_an_iteration_is_an_error() -> None:
    nothing: Iterator[str] = iter(())
    with pytest.raises(RuntimeError, match="StopIteration"):
        await asyncio.wait_for(run_in_pool(next, nothing), 20)


async def test_a_thread_that_waits_keeps_nothing_of_its_work() -> None:
    made: WeakSet[Row] = WeakSet()

    def make() -> Row:
        row = Row()
        made.add(row)
        return row

    assert await run_in_pool(make)
    # Elsewhere: this task holds what it awaited last.
    await asyncio.to_thread(wait_until, lambda: gc.collect() >= 0 and not made, "the row is gone", 20)


async def test_a_loop_that_has_ended_is_not_kept() -> None:
    loops: WeakSet[asyncio.AbstractEventLoop] = WeakSet()

    def run() -> None:
        loop = asyncio.new_event_loop()
        loops.add(loop)
        assert loop.run_until_complete(run_in_pool(str, 1)) == "1"
        loop.close()

    await asyncio.to_thread(run)
    await asyncio.to_thread(wait_until, lambda: gc.collect() >= 0 and not loops, "the loop is gone", 20)


async def test_as_many_work_at_once_as_there_are_threads() -> None:
    together = threading.Barrier(THREADS, timeout=20)
    assert sorted(await asyncio.gather(*(run_in_pool(together.wait) for _each in range(THREADS)))) == list(
        range(THREADS)
    )


async def test_each_gets_its_own_answer() -> None:
    assert await asyncio.gather(*(run_in_pool(str, number) for number in range(500))) == list(map(str, range(500)))


async def test_work_whose_caller_has_left_is_not_begun_and_others_go_on() -> None:
    release = threading.Event()
    done: list[str] = []
    busy = [asyncio.create_task(run_in_pool(release.wait, 20)) for _each in range(THREADS)]
    await asyncio.sleep(0)
    left = asyncio.create_task(run_in_pool(done.append, "left"))
    await asyncio.sleep(0)
    left.cancel()
    await asyncio.sleep(0)
    release.set()
    assert all(await asyncio.gather(*busy))
    await run_in_pool(done.append, "last")
    assert done == ["last"]
