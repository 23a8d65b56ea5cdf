"""Lets programs play at a site, strikes it with one fault after the other, and compares what both sides know."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from tests.faults.listeners import Listener
from tests.faults.programs import Book, Program, Turn
from tests.faults.site import Site
from tests.faults.strikes import Fault

HERE = Path(__file__).parent
TICK_S = 0.3
# After these seconds the next fault is struck even if games hang.
LONGEST_S = 75.0
# An email that failed twice is tried again after five minutes.
MAILS_S = 400.0
# On a busy machine, fifty games take minutes to begin.
START_S = 600.0


@dataclass(frozen=True, slots=True)
class Form:
    """How a run plays: its games, seconds between a program's turns, and seconds of play before and after a fault."""

    games: int
    pause_s: float
    warm_s: float
    rest_s: float


@dataclass(slots=True)
class Struck:
    """A fault that was struck, from `began` to `ended`. `hung`: games that did not go on; `ends`: parts that ended."""

    fault: str
    began: float
    ended: float = 0.0
    hung: int = 0
    ends: list[str] = field(default_factory=list)


class Play:
    """Programs that play in threads until the context ends."""

    def __init__(self, site: Site, form: Form, seed: int) -> None:
        self.site, self.form = site, form
        self.book = Book(site.port)
        self.over = threading.Event()
        tokens = site.ask(HERE / "people.py", str(form.games))
        self.programs = [
            Program(number, pair, self.book, self.over, form.pause_s, seed + number)
            for number, pair in enumerate(tokens)
        ]
        self.listeners = [Listener(program) for program in self.programs]

    def __enter__(self) -> Play:
        for thread in (*self.programs, *self.listeners):
            thread.start()
        self.site.until(lambda: not self.waiting(0.0), "a turn in every game", START_S)
        self.site.wait(self.form.warm_s)
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        for thread in (*self.programs, *self.listeners):
            thread.join(60)

    def waiting(self, since: float) -> set[int]:
        """The programs without an acknowledged turn since then."""
        return set(range(self.form.games)) - {turn.number for at, turn in self.book.acknowledged if at > since}

    def deaf(self, since: float) -> list[str]:
        """The sockets that heard of no turn since then."""
        return [listener.name for listener in self.listeners if listener.heard_at < since]

    def strike(self, fault: Fault) -> Struck:
        """Strike, and wait until all games go on."""
        self.site.ends.clear()
        found = Struck(fault.name, time.monotonic())
        fault.strike(self.site)
        over = time.monotonic()
        self._settle(over, self.form.rest_s)
        found.ended = time.monotonic()
        found.hung = len(self.waiting(over))
        found.ends = list(self.site.ends)
        return found

    def _settle(self, since: float, least: float) -> None:
        while (passed := time.monotonic() - since) < LONGEST_S:
            if passed > least and not self.waiting(since):
                return
            self.site.wait(TICK_S)

    def calm(self) -> tuple[int, int]:
        """The games that hang, and the sockets that stay silent, after the last fault."""
        since = time.monotonic()
        while time.monotonic() - since < LONGEST_S and (self.waiting(since) or self.deaf(since)):
            self.site.wait(TICK_S)
        return len(self.waiting(since)), len(self.deaf(since))


def halt(times: Sequence[float], since: float, until: float) -> float:
    """The longest pause between two of the times, from the last one before `since` on."""
    before = [at for at in times if at <= since]
    points = [max(before, default=since), *(at for at in times if since < at <= until), until]
    return round(max(later - sooner for sooner, later in pairwise(points)), 1)


def row_of(struck: Struck, book: Book, lost: set[Turn], doubled: list[str], games: int) -> dict[str, Any]:
    """A fault's row. `halt_s`: the longest time without a turn in any game, `game_halt_s`: in one game."""
    times = [(at, turn) for at, turn in list(book.acknowledged) if at <= struck.ended]
    during = {turn for at, turn in times if at > struck.began}
    each = [
        halt([at for at, turn in times if turn.number == number], struck.began, struck.ended) for number in range(games)
    ]
    return {
        "fault": struck.fault,
        "turns_acknowledged": len(during),
        "lost": len(during & lost),
        "doubled": len({turn.game for turn in during} & set(doubled)),
        "hung": struck.hung,
        "halt_s": halt([at for at, _turn in times], struck.began, struck.ended),
        "game_halt_s": max(each),
        "ended": struck.ends,
    }


def compared(book: Book, stored: list[dict[str, Any]]) -> tuple[set[Turn], list[str]]:
    """The acknowledged turns that are not stored, and the game of each turn that is stored twice or was never sent."""
    keys = {(row["game"], row["version"] - 1, row["seat"], row["turn"]): row["by"] for row in stored}
    lost = {turn for _at, turn in book.acknowledged if turn.key not in keys}
    sent = {turn.key for turn in book.sent}
    unsent = [key[0] for key, by in keys.items() if by == "player" and key not in sent]
    steps = Counter((row["game"], row["version"]) for row in stored)
    return lost, [*unsent, *(game for (game, _version), count in steps.items() if count > 1)]
