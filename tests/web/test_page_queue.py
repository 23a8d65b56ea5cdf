"""The number of pages that a client gets at a time."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable
from typing import Any, Final

import pytest
from django.conf import settings

from odinsite.web.limits import PAGES, PageLimits
from odinsite.web.page_queue import PageQueue, TooManyPages
from tests.live.children import ROOT

FEW: Final = PageLimits(
    drawn={"network": 3, "visitors": 2, "session": 1},
    waiting={"network": 4, "visitors": 3, "session": 2},
    wait_s=0.05,
)
PATIENT: Final = PageLimits(drawn=FEW.drawn, waiting=FEW.waiting, wait_s=20)


def asked(network: str = "203.0.113.1", session: str = "") -> dict[str, Any]:
    headers = [(b"cookie", f"theme=dark; sessionid={session}".encode())] if session else []
    return {"type": "http", "client": (network, 4711), "headers": headers}


async def entered(queue: PageQueue, *scopes: dict[str, Any]) -> list[asyncio.Task[Iterable[str]]]:
    tasks = [asyncio.ensure_future(queue.enter(scope)) for scope in scopes]
    # Each runs to where it waits.
    for _turn in range(3):
        await asyncio.sleep(0)
    return tasks


def done(tasks: Iterable[asyncio.Task[Iterable[str]]]) -> list[bool]:
    return [task.done() and not task.cancelled() and task.exception() is None for task in tasks]


@pytest.mark.asyncio
async def test_a_session_waits_for_its_own_pages_and_nobody_else_does() -> None:
    queue = PageQueue(PATIENT)
    tasks = await entered(queue, *(asked(session=name) for name in ("a", "a", "b")), asked("198.51.100.7", "c"))
    assert done(tasks) == [True, False, True, True]
    queue.leave(await tasks[0])
    assert (await asyncio.wait_for(tasks[1], 5)) == await tasks[0]


@pytest.mark.asyncio
async def test_visitors_of_a_network_leave_room_for_its_members() -> None:
    queue = PageQueue(PATIENT)
    tasks = await entered(queue, *(asked() for _each in range(4)), asked(session="a"), asked(session="b"))
    assert done(tasks) == [True, True, False, False, True, False]
    # A visitor's place: the first in the queue has it, as the network has room again.
    queue.leave(await tasks[0])
    await asyncio.wait_for(tasks[2], 5)
    queue.leave(await tasks[4])
    await asyncio.wait_for(tasks[5], 5)
    assert done(tasks) == [True, True, True, False, True, True]
    tasks[3].cancel()


@pytest.mark.asyncio
async def test_made_up_sessions_share_what_their_network_has() -> None:
    queue = PageQueue(PATIENT)
    tasks = await entered(queue, *(asked(session=str(number)) for number in range(5)), asked("198.51.100.7"))
    assert done(tasks) == [True, True, True, False, False, True]
    for task in tasks:
        task.cancel()


@pytest.mark.asyncio
async def test_too_many_that_wait_are_refused_at_once() -> None:
    queue = PageQueue(PATIENT)
    tasks = await entered(queue, *(asked(session="a") for _each in range(3)))
    with pytest.raises(TooManyPages):
        await queue.enter(asked(session="a"))
    more = await entered(queue, *(asked() for _each in range(4)))
    assert done(more) == [True, True, False, False]
    with pytest.raises(TooManyPages):
        await queue.enter(asked())
    for task in (*tasks, *more):
        task.cancel()


@pytest.mark.asyncio
async def test_who_waits_too_long_is_refused_and_forgotten() -> None:
    queue = PageQueue(FEW)
    first = await queue.enter(asked(session="a"))
    for _try in range(4):
        with pytest.raises(TooManyPages):
            await queue.enter(asked(session="a"))
    queue.leave(first)
    assert list(await queue.enter(asked(session="a"))) == list(first)


@pytest.mark.asyncio
async def test_clients_that_leave_the_queue_leave_no_trace() -> None:
    queue = PageQueue(PATIENT)
    [first, *waiting] = await entered(queue, *(asked(session="a") for _each in range(3)))
    for task in waiting:
        task.cancel()
    # One of them is granted a place and cancelled in the same moment.
    [last] = await entered(queue, asked(session="a"))
    queue.leave(await first)
    last.cancel()
    await asyncio.gather(*waiting, last, return_exceptions=True)
    queue.leave(await asyncio.wait_for(queue.enter(asked(session="a")), 5))
    assert not queue._drawn
    assert not queue._waiting
    assert not queue._queue


@pytest.mark.asyncio
async def test_without_an_address_only_sessions_are_counted() -> None:
    queue = PageQueue(PATIENT)
    here: dict[str, Any] = {"type": "http", "client": None, "headers": []}
    tasks = await entered(queue, *(here for _each in range(9)))
    assert all(done(tasks))


def test_the_proxy_has_the_same_bounds() -> None:
    """A request that it lets through is drawn or waits."""
    example = (ROOT / "docker" / "nginx.conf").read_text()
    bounds = {kind: int(most) for kind, most in re.findall(r"limit_conn odin_(\w+) (\d+);", example)}
    assert bounds == {kind: PAGES.drawn[kind] + PAGES.waiting[kind] for kind in ("network", "session")}
    assert f"limit_conn_zone $cookie_{settings.SESSION_COOKIE_NAME} zone=odin_session" in example
