"""Seats and readers who go on while the site is updated, as its pages do."""

from __future__ import annotations

import asyncio
import random
import re
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from time import perf_counter
from typing import Final

from websockets.exceptions import ConnectionClosed, WebSocketException

from tests.bench.driver.http import Browser
from tests.bench.driver.page_seats import PageSeat

RESTART: Final = 1012
# As in odinsite/static/odin/js/site/socket.js.
SPREAD_S: Final = 1.2
RETRY_S: Final = 0.5
TAKEN: Final = (200, 302, 303)
FILE: Final = re.compile(r'(?:src|href)="(/static/[^"]+\.(?:js|css))"')


@dataclass(slots=True)
class Notes:
    """The messages that all seats and readers saw. Turns are named by their game and its version before. `back`:
    seconds from a socket's end to the next one's first message; `busy`: answers of 503, after which pages ask again.
    """

    sent: set[tuple[str, int]] = field(default_factory=set)
    acknowledged: set[tuple[str, int]] = field(default_factory=set)
    busy: int = 0
    codes: Counter[int] = field(default_factory=Counter)
    back: list[float] = field(default_factory=list)
    posts: Counter[int] = field(default_factory=Counter)
    refused: list[str] = field(default_factory=list)
    pages: int = 0
    broken: list[str] = field(default_factory=list)


class UpdatedSeat(PageSeat):
    """A page that connects again after the end of its socket, and sends a turn by POST while it has none."""

    def __init__(self, browser: Browser, game: str, notes: Notes, rng: random.Random) -> None:
        super().__init__(browser, game)
        self.notes, self.rng = notes, rng
        self._connected = True
        # The version at which a turn was sent, and the turn, until it is there.
        self._sent: tuple[int, str] | None = None

    async def take(self, turn: str) -> None:
        self._sent = (self.version, turn)
        self.notes.sent.add((self.game, self.version))
        if self._connected:
            # The end of the socket sends it another way.
            with suppress(ConnectionClosed):
                await super().take(turn)
                return
        await self._post()

    def reach(self, version: int) -> None:
        if self._sent is not None and version > self._sent[0]:
            self.notes.acknowledged.add((self.game, self._sent[0]))
            self._sent = None
        super().reach(version)

    async def _fetch(self) -> None:
        """Read the table, again and again while the site is busy or away."""
        try:
            while self._again or self.version < self._wanted:
                try:
                    self._again = False
                    self._read(await self._part())
                except (OSError, EOFError, RuntimeError):
                    self._again = True
                    self.notes.busy += 1
                    await asyncio.sleep(RETRY_S)
        finally:
            self._fetching = None

    async def _listen(self) -> None:
        while True:
            with suppress(ConnectionClosed, OSError, EOFError):
                async for text in self._socket:
                    await self._hear(text)
            self._connected = False
            self.notes.codes[self._socket.close_code or 0] += 1
            posting = asyncio.create_task(self._post())
            ended = await self._again_open()
            self.notes.back.append(perf_counter() - ended)
            self._connected = True
            await posting
            await self._part_again()

    async def _again_open(self) -> float:
        """Connect at a random moment, as pages do. Return when the last socket ended: the process that it reached may
        restart too.
        """
        ended = perf_counter()
        while True:
            await asyncio.sleep(self.rng.random() * SPREAD_S)
            try:
                await self._connect(f"/ws/games/{self.game}/page/?lang=en")
                await self._hear(await self._socket.recv())
            except (WebSocketException, OSError, EOFError, TimeoutError) as error:
                if isinstance(error, ConnectionClosed) and self._socket.close_code == RESTART:
                    self.notes.codes[RESTART] += 1
                    ended = perf_counter()
                else:
                    self.notes.broken.append(f"socket: {error!r}")
            else:
                return ended

    async def _part_again(self) -> None:
        self._again = True
        if self._fetching is None:
            self._fetching = asyncio.create_task(self._fetch())
        await self._fetching

    async def _post(self) -> None:
        """Send the turn that has no answer yet. The site takes the same turn once."""
        if self._sent is None:
            return
        version, turn = self._sent
        cards, _arrow, pickup = turn.partition("<")
        fields = [("version", str(version))]
        if cards == "pass":
            fields.append(("action", "pass"))
        else:
            fields += [("action", "play"), ("pickup", pickup)]
            fields += [("card", cards[at : at + 2]) for at in range(0, len(cards), 2)]
        answer = await self.browser.post(f"/g/{self.game}/turn/", fields)
        self.notes.posts[answer.status] += 1
        if answer.status not in TAKEN and self.version <= version:
            self.notes.refused.append(f"{turn} at {version}: {answer.status}")
        await self._part_again()


async def read_pages(browser: Browser, paths: list[str], notes: Notes, over: asyncio.Event) -> None:
    """Request each page in turn with the scripts and styles that it names, until it is over."""
    while not over.is_set():
        for path in paths:
            answer = await _read(browser, path, notes)
            for file in sorted(set(FILE.findall(answer))):
                await _read(browser, file, notes)
            await asyncio.sleep(0.1)


async def _read(browser: Browser, path: str, notes: Notes) -> str:
    try:
        answer = await browser.get(path)
    except (OSError, EOFError, TimeoutError) as error:
        notes.broken.append(f"{path}: {error!r}")
        return ""
    notes.pages += 1
    if answer.status == 503:
        notes.busy += 1
    elif answer.status != 200:
        notes.broken.append(f"{path}: {answer.status}")
    return answer.text
