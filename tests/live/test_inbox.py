"""A connection's queue."""

import asyncio

import pytest

from games.live.inbox import Inbox

pytestmark = pytest.mark.asyncio


async def test_messages_come_in_order() -> None:
    inbox = Inbox()
    for number in range(3):
        inbox.put_nowait(number)
    assert [await inbox.get() for _message in range(3)] == [0, 1, 2]


async def test_its_reader_waits_for_a_message() -> None:
    inbox = Inbox()
    reader = asyncio.create_task(inbox.get())
    await asyncio.sleep(0)
    assert not reader.done()
    inbox.put_nowait("one")
    inbox.put_nowait("two")
    assert await reader == "one"
    assert await inbox.get() == "two"


async def test_a_cancelled_reader_takes_no_message() -> None:
    inbox = Inbox()
    reader = asyncio.create_task(inbox.get())
    await asyncio.sleep(0)
    inbox.put_nowait("one")
    reader.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reader
    assert await inbox.get() == "one"
