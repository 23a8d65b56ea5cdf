"""Threads that work for sockets."""

import asyncio
import threading
from contextvars import ContextVar

import pytest

from games.live.threads import THREADS, in_thread

pytestmark = pytest.mark.asyncio
word: ContextVar[str] = ContextVar("word", default="")


async def test_work_is_done_elsewhere_with_the_callers_context() -> None:
    word.set("here")
    assert await in_thread(lambda: (word.get(), threading.get_ident() == threading.main_thread().ident)) == (
        "here",
        False,
    )


async def test_its_error_is_the_callers() -> None:
    with pytest.raises(KeyError):
        await in_thread(dict[str, str]().__getitem__, "missing")


async def test_as_many_work_at_once_as_there_are_threads() -> None:
    together = threading.Barrier(THREADS, timeout=20)
    assert sorted(await asyncio.gather(*(in_thread(together.wait) for _each in range(THREADS)))) == list(range(THREADS))


async def test_each_gets_its_own_answer() -> None:
    assert await asyncio.gather(*(in_thread(str, number) for number in range(500))) == list(map(str, range(500)))


async def test_work_whose_caller_has_left_is_not_begun_and_others_go_on() -> None:
    release = threading.Event()
    done: list[str] = []
    busy = [asyncio.create_task(in_thread(release.wait, 20)) for _each in range(THREADS)]
    await asyncio.sleep(0)
    left = asyncio.create_task(in_thread(done.append, "left"))
    await asyncio.sleep(0)
    left.cancel()
    await asyncio.sleep(0)
    release.set()
    assert all(await asyncio.gather(*busy))
    await in_thread(done.append, "last")
    assert done == ["last"]
