"""Players of the arena: the registry's bots, and programs from outside (games/bots/arena/README.md)."""

from __future__ import annotations

import json
import queue
import random
import shlex
import subprocess
from collections.abc import Sequence
from contextlib import AbstractContextManager, suppress
from enum import StrEnum
from threading import Thread
from typing import Final, Protocol, Self

from games.bots.registry import ARENA_ONLY, Bot, get
from games.engine import IllegalTurn, Turn, View, parse_turn, view_to_json

EXTERNAL: Final = "external:"
# Seconds allowed on top of three times the budget, and for a program's start.
GRACE_S: Final = 1.0
START_S: Final = 10.0
_LONGEST_ANSWER: Final = 10_000


class Fault(StrEnum):
    """The way in which an answer loses the game."""

    ILLEGAL = "illegal"
    MALFORMED = "malformed"
    LATE = "late"
    ENDED = "ended"


class LostByAnswer(Exception):
    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.value)
        self.fault = fault


class ArenaPlayer(AbstractContextManager["ArenaPlayer"], Protocol):
    def choose(self, view: View, legal: Sequence[Turn], budget_ms: int, rng: random.Random) -> Turn:
        """A turn, legal or not. Raises LostByAnswer."""
        ...


def player(name: str) -> ArenaPlayer:
    """The player of that name. Raises KeyError for an unknown bot."""
    if name.startswith(EXTERNAL):
        return Program(name.removeprefix(EXTERNAL))
    return OfRegistry(ARENA_ONLY.get(name) or get(name))


class OfRegistry(ArenaPlayer):
    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def choose(self, view: View, legal: Sequence[Turn], budget_ms: int, rng: random.Random) -> Turn:
        return self._bot.choose(view, legal, budget_ms, rng)

    def __exit__(self, *_exception: object) -> None:
        pass


class Program(ArenaPlayer):
    """A program that reads a JSON line a turn and answers with one. It starts at the first question, and again after a
    fault.
    """

    def __init__(self, command: str) -> None:
        self._arguments = shlex.split(command)
        self._running: _Running | None = None

    def choose(self, view: View, legal: Sequence[Turn], budget_ms: int, _rng: random.Random) -> Turn:
        question = {"view": view_to_json(view), "legal": list(map(str, legal)), "budget_ms": budget_ms}
        limit = 3 * budget_ms / 1000 + GRACE_S
        if self._running is None:
            self._running, limit = _Running(self._arguments), limit + START_S
        try:
            return _turn(self._running.ask(json.dumps(question), limit))
        except LostByAnswer:
            self._stop()
            raise

    def _stop(self) -> None:
        if self._running is not None:
            self._running.stop()
            self._running = None

    def __exit__(self, *_exception: object) -> None:
        self._stop()


def _turn(answer: bytes) -> Turn:
    """The turn in a program's answer. Raises LostByAnswer(MALFORMED)."""
    try:
        return parse_turn(json.loads(answer)["turn"])
    except (ValueError, TypeError, KeyError, RecursionError, IllegalTurn) as error:
        raise LostByAnswer(Fault.MALFORMED) from error


class _Running:
    """A program with a thread that reads its answers."""

    def __init__(self, arguments: list[str]) -> None:
        self._process = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        while answer := self._process.stdout.readline(_LONGEST_ANSWER):
            self._answers.put(answer)
        self._answers.put(b"")

    def ask(self, question: str, limit_s: float) -> bytes:
        """Ask the program for a turn. Raises LostByAnswer if no answer comes in time, or none will."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(question.encode() + b"\n")
            self._process.stdin.flush()
            answer = self._answers.get(timeout=limit_s)
        except OSError:
            raise LostByAnswer(Fault.ENDED) from None
        except queue.Empty:
            raise LostByAnswer(Fault.LATE) from None
        if not answer:
            raise LostByAnswer(Fault.ENDED)
        return answer

    def stop(self) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with suppress(OSError):  # what it no longer reads cannot be flushed
                pipe.close()


class ArenaPlayers(dict[str, ArenaPlayer]):
    """Players by name, each started once."""

    @classmethod
    def of(cls, names: Sequence[str]) -> Self:
        return cls({name: player(name) for name in names})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        for one in self.values():
            one.__exit__(None, None, None)
