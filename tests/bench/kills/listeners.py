"""Sockets that listen as pages do, and reconnect with growing pauses."""

from __future__ import annotations

import random
import threading
import time

from websockets.exceptions import InvalidHandshake, WebSocketException
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.bench.kills.programs import Book, Table

LONGEST_S = 30.0
OPENING_S = 15.0


class Listener(threading.Thread):
    """A socket of a table. `heard` has the times of messages, `opened` of handshakes; `refused` counts failed ones."""

    def __init__(self, table: Table, book: Book, over: threading.Event, rng: random.Random) -> None:
        super().__init__(name=f"socket of {table['game']}", daemon=True)
        self.table, self.book, self.over, self.rng = table, book, over, rng
        self.heard: list[float] = []
        self.opened: list[float] = []
        self.refused = 0

    def run(self) -> None:
        tries = 0
        while not self.over.is_set():
            try:
                self._listen()
                tries = 0
            except (OSError, TimeoutError, InvalidHandshake, WebSocketException, EOFError):
                self.refused += 1
            tries += 1
            self.over.wait(min(LONGEST_S, 2.0 ** (tries - 1)) * (0.75 + self.rng.random() / 2))

    def _listen(self) -> None:
        """Listen until the socket ends. Raises if it cannot be opened."""
        session = next(iter(self.table["sessions"].values()))
        address = f"127.0.0.1:{self.book.port}"
        cookie = {"Cookie": f"sessionid={session}"}
        path = f"ws://{address}/ws/games/{self.table['game']}/"
        origin = Origin(f"http://{address}")
        with connect(path, origin=origin, additional_headers=cookie, open_timeout=OPENING_S) as page:
            self.opened.append(time.monotonic())
            while not self.over.is_set():
                try:
                    page.recv(1.0)
                except TimeoutError:
                    continue
                except WebSocketException:
                    return
                self.heard.append(time.monotonic())
