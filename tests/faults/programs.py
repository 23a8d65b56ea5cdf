"""Programs that play by the interface, send a turn again until it has an answer, and remember all answers."""

from __future__ import annotations

import json
import random
import threading
import time
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from typing import Any

PATIENCE_S = 30.0
# After an error, as pages wait.
RETRY_S = 0.5
# Between looks at a game that waits for a bot.
LOOK_S = 1.0
OVER = ("finished", "cancelled")


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn as sent by the program `number`; `version` is the game's before it."""

    number: int
    game: str
    version: int
    seat: int
    turn: str

    @property
    def key(self) -> tuple[str, int, int, str]:
        return self.game, self.version, self.seat, self.turn


@dataclass(slots=True)
class Book:
    """All programs' turns, and the moments of the site's acknowledgements."""

    port: int
    sent: set[Turn] = field(default_factory=set)
    acknowledged: list[tuple[float, Turn]] = field(default_factory=list)
    answers: dict[int, int] = field(default_factory=dict)
    errors: int = 0

    def ask(self, method: str, path: str, token: str, body: object = None) -> tuple[int, Any]:
        """Status and JSON of an answer. Raises OSError or HTTPException without a whole answer."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        try:
            connection.request(method, f"/api/v1/{path}", None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            text = answer.read()
        finally:
            connection.close()
        self.answers[answer.status] = self.answers.get(answer.status, 0) + 1
        return answer.status, json.loads(text) if answer.status < 500 and text else {}


class Unanswered(Exception):
    """The site is busy or away; the request is made again."""


class Program(threading.Thread):
    """Plays both people of a game, and another game after it. `pause_s`: between its turns."""

    def __init__(
        self, number: int, tokens: tuple[str, str], book: Book, over: threading.Event, pause_s: float, seed: int
    ) -> None:
        super().__init__(name=f"program {number}", daemon=True)
        self.number, self.tokens, self.book, self.over, self.pause_s = number, tokens, book, over, pause_s
        self.rng = random.Random(seed)
        self.game = ""
        self.seats: dict[int, str] = {}
        self.asking = tokens[0]
        self.pending: Turn | None = None

    def run(self) -> None:
        while not self.over.is_set():
            try:
                pause = self._step()
            except (OSError, HTTPException):
                self.book.errors += 1
                pause = RETRY_S
            except Unanswered:
                pause = RETRY_S
            self.over.wait(pause * (0.75 + self.rng.random() / 2))

    def _step(self) -> float:
        """Start a game, look at it, or send a turn; return the seconds until the next step."""
        if not self.game:
            self._begin()
        if self.pending is None:
            pause = self._look()
            if self.pending is None:
                return pause
        self._send(self.pending)
        return self.pause_s

    def _begin(self) -> None:
        """Start a game; a bot plays in every second one."""
        bots = ["berserker"] if self.number % 2 else []
        options = {"seats": 2 + len(bots), "target": 30, "pace": "14d", "visibility": "public", "bots": bots}
        first, second = self.tokens
        views = {first: self._call("POST", "games", first, options)}
        game = views[first]["id"]
        views[second] = self._call("POST", f"games/{game}/join", second)
        for token in self.tokens:
            self._call("POST", f"games/{game}/contribution", token, {"contribution": None})
        self.seats = {view["my_seat"]: token for token, view in views.items()}
        self.game = game

    def _look(self) -> float:
        """Choose a turn if it is one of ours; else return the seconds until the next look."""
        view = self._call("GET", f"games/{self.game}", self.asking)
        if view["status"] in OVER:
            self.game = ""
            return 0.0
        seat = view["to_act"]
        if view["status"] != "running" or seat not in self.seats:
            return LOOK_S
        if view["my_seat"] != seat:
            self.asking = self.seats[seat]
            return 0.0
        self.pending = Turn(self.number, self.game, view["version"], seat, self.rng.choice(view["legal"]))
        return 0.0

    def _send(self, turn: Turn) -> None:
        """Send a turn. Without an answer it stays pending, and is sent again."""
        self.book.sent.add(turn)
        body = {"version": turn.version, "turn": turn.turn}
        status, _view = self.book.ask("POST", f"games/{turn.game}/turns", self.asking, body)
        if status == 429 or status >= 500:
            raise Unanswered
        self.pending = None
        if status == 200:
            self.book.acknowledged.append((time.monotonic(), turn))

    def _call(self, method: str, path: str, token: str, body: object = None) -> Any:
        """The JSON of a good answer. Raises Unanswered for any other."""
        status, found = self.book.ask(method, path, token, body)
        if status >= 300:
            raise Unanswered
        return found
