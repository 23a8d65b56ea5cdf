"""A connection's messages, in the order they came."""

from __future__ import annotations

from asyncio import Future, get_running_loop
from typing import Any, Final


class Inbox:
    """A queue with one reader. asyncio's takes 3 KiB, for its four deques; a connection has two."""

    __slots__ = ("_messages", "_wait")

    def __init__(self) -> None:
        self._messages: Final[list[Any]] = []
        self._wait: Future[None] | None = None

    def put_nowait(self, message: Any) -> None:
        """Add a message, from the reader's event loop."""
        self._messages.append(message)
        if self._wait is not None and not self._wait.done():
            self._wait.set_result(None)

    async def get(self) -> Any:
        """Wait for the first message and take it out."""
        while not self._messages:
            self._wait = get_running_loop().create_future()
            try:
                await self._wait
            finally:
                self._wait = None
        return self._messages.pop(0)
