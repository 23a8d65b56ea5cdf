"""Programs that follow a game by streams, and its players."""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import dataclass, field
from typing import Any, TypedDict
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

PATIENCE_S = 60.0


class Stage(TypedDict):
    """A game, and tokens for so many streams as the limits allow each: the first two are the players'."""

    game: str
    tokens: list[str]


@dataclass(slots=True)
class Follower:
    """An open stream. `heard`: when it got each version."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    heard: dict[int, float] = field(default_factory=dict)

    async def until(self, version: int) -> None:
        """Read until this version. Raises TimeoutError or EOFError."""
        async with asyncio.timeout(PATIENCE_S):
            while version not in self.heard:
                line = await self.reader.readline()
                if not line:
                    raise EOFError
                if line.startswith(b"{"):
                    self.heard[json.loads(line)["version"]] = time.perf_counter()

    async def leave(self) -> None:
        self.writer.close()
        await self.writer.wait_closed()


async def follow(address: str, path: str, token: str, network: str) -> Follower:
    """Open a stream, by HTTP/1.0, which needs no chunks."""
    parts = urlsplit(address)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    head = f"GET {path} HTTP/1.0\r\nHost: {parts.netloc}\r\nAuthorization: Bearer {token}\r\n"
    writer.write(f"{head}X-Forwarded-For: {network}\r\n\r\n".encode())
    async with asyncio.timeout(PATIENCE_S):
        answer = await reader.readuntil(b"\r\n\r\n")
    if b" 200 " not in answer.partition(b"\r\n")[0]:
        raise RuntimeError(answer.decode() + (await reader.read()).decode())
    return Follower(reader, writer)


class Table:
    """The game, whose players take their first legal turns over the interface."""

    def __init__(self, address: str, stage: Stage) -> None:
        self.url = f"{address}/api/v1/games/{stage['game']}"
        self.tokens = stage["tokens"][:2]

    def state(self, token: str) -> Any:
        return self._ask(Request(self.url), token)

    def turn(self) -> tuple[int, float]:
        """Take a turn; the version after it, and when it was sent."""
        token, seen = next((token, seen) for token in self.tokens if (seen := self.state(token))["legal"])
        body = json.dumps({"version": seen["version"], "turn": seen["legal"][0]}).encode()
        sent = time.perf_counter()
        self._ask(Request(f"{self.url}/turns", body, {"Content-Type": "application/json"}), token)
        return seen["version"] + 1, sent

    @staticmethod
    def _ask(request: Request, token: str) -> Any:
        request.add_header("Authorization", f"Bearer {token}")
        with urlopen(request, timeout=PATIENCE_S) as answer:
            return json.load(answer)
