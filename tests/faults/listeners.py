"""Sockets that listen as programs do, and reconnect with growing pauses."""

from __future__ import annotations

import threading
import time

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from tests.faults.programs import Program

LONGEST_S = 5.0
OPENING_S = 15.0


class Listener(threading.Thread):
    """The socket of a program's game. `heard_at` is the moment of the last message of a turn."""

    def __init__(self, program: Program) -> None:
        super().__init__(name=f"socket of {program.name}", daemon=True)
        self.program, self.book, self.over = program, program.book, program.over
        self.heard_at = 0.0

    def run(self) -> None:
        tries = 0
        while not self.over.is_set():
            game = self.program.game
            try:
                if game:
                    self._listen(game)
                    tries = 0
            except (OSError, TimeoutError, WebSocketException, EOFError):
                tries += 1
            self.over.wait(min(LONGEST_S, 2.0 ** (tries - 1)))

    def _listen(self, game: str) -> None:
        """Listen until the socket or the game ends. Raises if it cannot be opened."""
        header = {"Authorization": f"Bearer {self.program.tokens[1]}"}
        path = f"ws://127.0.0.1:{self.book.port}/ws/games/{game}/"
        with connect(path, additional_headers=header, open_timeout=OPENING_S) as page:
            while game == self.program.game and not self.over.is_set():
                try:
                    message = page.recv(1.0)
                except TimeoutError:
                    continue
                if '"type": "turn"' in message or '"type":"turn"' in message:
                    self.heard_at = time.monotonic()
