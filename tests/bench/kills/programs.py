"""Programs that play over HTTP as a browser without scripts, and remember the site's answers."""

from __future__ import annotations

import random
import re
import threading
import time
from dataclasses import dataclass, field, replace
from http.client import HTTPConnection, HTTPException, HTTPResponse
from typing import TypedDict
from urllib.parse import urlencode

from tests.bench.driver.http import TOKEN

PATIENCE_S = 30.0
# Faster than a person.
PAUSE_S = 1.0
# After an error, as pages wait.
RETRY_S = 0.5
VERSION = re.compile(r'name="version" value="(\d+)"')
PLAY = re.compile(r'name="play" value="([^"]+)"')
GO_ON = re.compile(r'id="go-on"\s+href="\?seen=(\d+)"')
PICKUP = re.compile(r'name="pickup" value="([^"]+)"')


class Table(TypedDict):
    """A game, its players' session keys by seat, and whether it has a bot."""

    game: str
    sessions: dict[str, str]
    bot: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn as sent; `version` is the game's before it."""

    game: str
    version: int
    seat: int
    play: str
    at: float


@dataclass(slots=True)
class Book:
    """All programs' turns, and the site's acknowledgements; the site on `port` may restart."""

    port: int
    sent: list[Turn] = field(default_factory=list)
    acknowledged: list[Turn] = field(default_factory=list)
    answers: dict[int, int] = field(default_factory=dict)
    errors: int = 0

    def count(self, status: int) -> None:
        self.answers[status] = self.answers.get(status, 0) + 1


class Program(threading.Thread):
    """Plays a game's people until `over` is set or the game is in `ended`."""

    def __init__(self, table: Table, book: Book, over: threading.Event, rng: random.Random) -> None:
        super().__init__(name=table["game"], daemon=True)
        self.table, self.book, self.over, self.rng = table, book, over, rng
        self.ended = False
        # Each seat's last closed result.
        self.seen: dict[str, str] = {}

    def run(self) -> None:
        while not self.ended and not self.over.is_set():
            try:
                self._round()
                pause = PAUSE_S
            except (OSError, HTTPException):
                self.book.errors += 1
                pause = RETRY_S
            self.over.wait(pause)

    def _round(self) -> None:
        """Request each seat's page, and take the first seat's turn that has one."""
        for seat, session in self.table["sessions"].items():
            cookies = f"{session}; seen_hand={self.seen.get(seat, '0')}"
            status, page = ask(self.book.port, f"/g/{self.table['game']}/text/part/", cookies)
            self.book.count(status)
            if status != 200:
                continue
            self.ended = 'id="game-over"' in page
            if result := GO_ON.search(page):
                self.seen[seat] = result[1]
            elif 'id="turn-form"' in page:
                self._take_turn(int(seat), session, page)
                return

    def _take_turn(self, seat: int, session: str, page: str) -> None:
        version = VERSION.search(page)
        assert version is not None
        play = self.rng.choice(PLAY.findall(page))
        pickups = PICKUP.findall(page)
        fields = {"version": version[1], "as": "text", "play": play}
        if pickups and play != "pass":
            fields["pickup"] = self.rng.choice(pickups)
        turn = Turn(self.table["game"], int(version[1]), seat, play.split()[0], time.monotonic())
        self.book.sent.append(turn)
        status, _page = ask(self.book.port, f"/g/{self.table['game']}/turn/", session, fields)
        self.book.count(status)
        if status == 200:
            self.book.acknowledged.append(replace(turn, at=time.monotonic()))


def ask(port: int, path: str, session: str, fields: dict[str, str] | None = None) -> tuple[int, str]:
    """Status and text. Raises OSError or HTTPException without a whole answer."""
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    here = f"http://127.0.0.1:{port}"
    headers = {"Cookie": f"sessionid={session}; csrftoken={TOKEN}", "Origin": here, "X-Requested-With": "fetch"}
    try:
        if fields is None:
            connection.request("GET", path, headers=headers)
        else:
            headers |= {"Content-Type": "application/x-www-form-urlencoded", "X-CSRFToken": TOKEN}
            connection.request("POST", path, urlencode(fields), headers)
        response: HTTPResponse = connection.getresponse()
        return response.status, response.read().decode(errors="replace")
    finally:
        connection.close()


class Prober(threading.Thread):
    """Requests a page again and again; `answered` has the times of answers."""

    def __init__(self, book: Book, session: str, over: threading.Event) -> None:
        super().__init__(name="prober", daemon=True)
        self.book, self.session, self.over = book, session, over
        self.answered: list[float] = []

    def run(self) -> None:
        while not self.over.wait(0.2):
            try:
                status, _page = ask(self.book.port, "/", self.session)
            except (OSError, HTTPException):
                continue
            if status == 200:
                self.answered.append(time.monotonic())
