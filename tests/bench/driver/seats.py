"""Seats of this site that play by web socket, as programs do."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from contextlib import suppress
from http import HTTPStatus
from time import perf_counter
from typing import Any, Protocol

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from games.engine import Card
from games.engine.cards import cards_mask
from games.engine.plays import turns
from tests.bench.driver.http import Browser

# As often as a page says that a person looks at it.
LOOK_S = 60.0
OPEN_S = 60.0


class Listening(Protocol):
    """The table of a seat, which is notified of each change."""

    def heard(self) -> None: ...

    def failed(self, reason: str) -> None: ...


class Seat(Protocol):
    """A seat of a table. `version`: the newest that it has; `told_at`: since when; `legal`: turns that it may take, []
    out of turn.
    """

    game: str
    version: int
    told_at: float
    legal: list[str]
    over: bool

    async def open(self, table: Listening) -> None: ...

    async def take(self, turn: str) -> None: ...

    async def close(self) -> None: ...

    @property
    def received(self) -> int:
        """The bytes received since the start."""
        ...


class SocketSeat:
    def __init__(self, browser: Browser, game: str) -> None:
        self.browser = browser
        self.game = game
        self.version = 0
        self.told_at = 0.0
        self.legal: list[str] = []
        self.over = False
        self.table: Listening
        self._socket: ClientConnection
        self._tasks: list[asyncio.Task[None]] = []
        self._bytes = 0

    @property
    def received(self) -> int:
        return self._bytes + self.browser.received

    async def open(self, table: Listening) -> None:
        """Connect, and wait for the first message, a view."""
        self.table = table
        await self._connect(f"/ws/games/{self.game}/")
        await self._hear(await self._socket.recv())
        self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._look())]

    async def take(self, turn: str) -> None:
        await self._say({"type": "turn", "version": self.version, "turn": turn})

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await self._socket.close()
        self.browser.close()

    async def _connect(self, path: str) -> None:
        site = self.browser.site
        self._socket = await connect(
            site.replace("http", "ws", 1) + path,
            origin=Origin(site),
            additional_headers=self.browser.header,
            compression=None,
            open_timeout=OPEN_S,
            ping_interval=None,
        )

    async def _listen(self) -> None:
        with suppress(asyncio.CancelledError):
            try:
                async for text in self._socket:
                    await self._hear(text)
                self.table.failed(f"the socket ended with {self._socket.close_code}")
            except (ConnectionClosed, OSError, EOFError, RuntimeError) as error:
                self.table.failed(str(error) or type(error).__name__)

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            await self._say({"type": "looking", "version": self.version})

    async def _say(self, message: dict[str, Any]) -> None:
        await self._socket.send(json.dumps(message))

    async def _hear(self, text: str | bytes) -> None:
        self._bytes += len(text.encode() if isinstance(text, str) else text)
        self._note(json.loads(text))

    def _note(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "view":
                self.legal = message.get("legal", [])
            case "turn" | "hand" | "game" | "seat":
                self.legal = message.get("you", {}).get("legal", [])
            case "refused" | "error":
                self.table.failed(f"refused: {message['error']}")
                return
        self.over |= message.get("status") in ("finished", "cancelled")
        self.reach(message.get("version", 0))

    def reach(self, version: int) -> None:
        """Record that the seat has this version, and notify the table."""
        if version > self.version:
            self.version, self.told_at = version, perf_counter()
        self.table.heard()


class InterfaceSeat(SocketSeat):
    """A program's seat: it takes turns by the interface, and hears by socket."""

    async def take(self, turn: str) -> None:
        body = {"version": self.version, "turn": turn}
        answer = await self.browser.post_json(f"/api/v1/games/{self.game}/turns", body)
        if answer.status != HTTPStatus.OK:
            self.table.failed(f"{answer.status}: {answer.text[:200]}")


def legal_turns(held: Iterable[str], table: Iterable[str]) -> list[str]:
    """The legal turns of the seat to act that holds these cards, for seats that don't get them."""
    return [str(turn) for turn in turns(cards_mask(map(Card.parse, held)), cards_mask(map(Card.parse, table)))]
