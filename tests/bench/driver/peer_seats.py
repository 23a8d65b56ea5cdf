"""Seats at a boardgame.io server, by Socket.IO's own packets over a web socket."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from tests.bench.driver.http import Browser
from tests.bench.driver.seats import OPEN_S, Listening, SocketSeat, legal_turns
from tests.bench.driver.tables import SEATS, TARGET, Table

GAME = "odin"
SOCKET = "/socket.io/?EIO=4&transport=websocket"
PING, PONG = "2", "3"
CONNECT, EVENT = f"40/{GAME},", f"42/{GAME},"


async def matches_open(site: str, count: int) -> list[Table]:
    """Start games by the lobby's interface, all seats taken. In place of cookies each seat has `credentials`."""
    browser = Browser(site)
    matches = [await _match_open(browser) for _number in range(count)]
    browser.close()
    return matches


async def _match_open(browser: Browser) -> Table:
    new = [("numPlayers", str(SEATS)), ("setupData[target]", TARGET), ("unlisted", "true")]
    match = str(await _answered(browser, "create", new, "matchID"))
    places = [[("playerID", str(seat)), ("playerName", f"bench-{seat}")] for seat in range(SEATS)]
    joined = [await _answered(browser, f"{match}/join", place, "playerCredentials") for place in places]
    return Table(game=match, cookies=[{"credentials": credentials} for credentials in joined])


async def _answered(browser: Browser, path: str, fields: list[tuple[str, str]], name: str) -> str:
    """The lobby's answer. Raises RuntimeError if it refuses."""
    answer = await browser.post(f"/games/{GAME}/{path}", fields)
    if answer.status != HTTPStatus.OK:
        raise RuntimeError(f"the lobby answers {answer.status}: {answer.text[:300]}")
    return str(json.loads(answer.text)[name])


def packet(event: str, arguments: Sequence[object]) -> str:
    return EVENT + json.dumps([event, *arguments])


def event_of(text: str) -> tuple[str, list[Any]]:
    """Its name and arguments; "" for packets of other kinds, such as a ping."""
    if not text.startswith(EVENT):
        return "", []
    name, *arguments = json.loads(text.removeprefix(EVENT))
    return name, arguments


class PeerSeat(SocketSeat):
    """A seat at the peer. `shown_others`: whether a message had other seats' cards. A version is a state's number plus
    one, so that a new game's is not 0.
    """

    def __init__(self, browser: Browser, game: str, number: int, credentials: str) -> None:
        super().__init__(browser, game)
        self.number = str(number)
        self.credentials = credentials
        self.shown_others = False

    async def open(self, table: Listening) -> None:
        self.table = table
        async with asyncio.timeout(OPEN_S):
            await self._connect(SOCKET)
            await self._hear(await self._socket.recv())
            await self._socket.send(CONNECT)
            await self._hear(await self._socket.recv())
            await self._socket.send(packet("sync", [self.game, self.number, self.credentials]))
            while not self.version:
                await self._hear(await self._socket.recv())
        self._tasks = [asyncio.create_task(self._listen())]

    async def take(self, turn: str) -> None:
        move = {"type": "turn", "args": [turn], "playerID": self.number, "credentials": self.credentials}
        action = {"type": "MAKE_MOVE", "payload": move}
        await self._socket.send(packet("update", [action, self.version - 1, self.game, self.number]))

    async def _hear(self, text: str | bytes) -> None:
        read = text.decode() if isinstance(text, bytes) else text
        self._bytes += len(read.encode())
        if read == PING:
            await self._socket.send(PONG)
            return
        match event_of(read):
            case "sync", [_match, {"state": state, "initialState": first}]:
                self._look_at(first["G"])
                self._draw(state)
            case "update", [_match, state, *_log]:
                self._draw(state)

    def _draw(self, state: dict[str, Any]) -> None:
        dealt = state["G"]
        self._look_at(dealt)
        self.over = "gameover" in state["ctx"]
        mine = not self.over and state["ctx"]["currentPlayer"] == self.number
        self.legal = legal_turns(dealt["players"][self.number]["cards"], dealt["table"]) if mine else []
        self.reach(state["_stateID"] + 1)

    def _look_at(self, dealt: dict[str, Any]) -> None:
        self.shown_others |= bool(dealt["players"].keys() - {self.number})
