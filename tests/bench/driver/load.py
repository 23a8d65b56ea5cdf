"""Tables that play: as fast as they get messages (closed loop), or at a pace of turns a second."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter

from websockets.exceptions import ConnectionClosed

from tests.bench.driver.seats import Seat

# A turn that hasn't reached everyone after this many seconds has failed.
PATIENCE_S = 60.0
# Turns of a run, however slow the machine is: figures need some.
FEWEST = 5
# Seats that connect at a time.
AT_ONCE = 20


@dataclass(slots=True)
class Told:
    """The times of a run's turns: seconds from a turn's moment until the last other seat got it."""

    times: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)


class GameTable:
    """A game's seats."""

    def __init__(self, seats: Sequence[Seat], rng: random.Random) -> None:
        self.seats = seats
        self.rng = rng
        self.failure = ""
        self.turn_ends = asyncio.Lock()
        self._changed = asyncio.Event()

    async def open(self) -> None:
        for seat in self.seats:
            await seat.open(self)

    async def close(self) -> None:
        for seat in self.seats:
            await seat.close()

    @property
    def over(self) -> bool:
        return any(seat.over for seat in self.seats)

    def heard(self) -> None:
        self._changed.set()

    def failed(self, reason: str) -> None:
        self.failure = self.failure or reason
        self._changed.set()

    async def turn(self, since: float | None = None) -> float | None:
        """Take a random legal turn, and wait until all seats have it; return the seconds from `since` (default: now)
        until the last other seat had it. None if the game is over. Raises RuntimeError when the turn fails.
        """
        await self._until(lambda: self.over or any(seat.legal for seat in self.seats))
        if self.over:
            return None
        mover = next(seat for seat in self.seats if seat.legal)
        turn, version = self.rng.choice(mover.legal), mover.version
        mover.legal = []
        sent = perf_counter()
        await mover.take(turn)
        await self._until(lambda: all(seat.version > version for seat in self.seats))
        return max(seat.told_at for seat in self.seats if seat is not mover) - (sent if since is None else since)

    async def _until(self, met: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not met():
                if self.failure:
                    raise RuntimeError(self.failure)
                self._changed.clear()
                await self._changed.wait()


class Hall:
    """Tables at play, and seats at more tables that take over when a game is over."""

    def __init__(self, playing: Sequence[GameTable], spare: Sequence[GameTable]) -> None:
        self.playing = list(playing)
        self.spare = list(spare)
        self.ended: list[GameTable] = []

    async def open(self) -> None:
        await gather_some([table.open for table in (*self.playing, *self.spare)])

    async def close(self) -> None:
        await gather_some([table.close for table in (*self.playing, *self.spare, *self.ended)])

    @property
    def seats(self) -> list[Seat]:
        return [seat for table in (*self.playing, *self.spare, *self.ended) for seat in table.seats]

    async def closed_loop(self, seconds: float, told: Told) -> None:
        """Let each table take its next turn once all have the last one, for so long and for FEWEST turns in all."""
        until = perf_counter() + seconds

        async def play(number: int) -> None:
            while (perf_counter() < until or len(told.times) < FEWEST) and await self._turn(number, told):
                pass

        await asyncio.gather(*(play(number) for number in range(len(self.playing))))

    async def paced(self, rate: float, seconds: float, told: Told) -> None:
        """Turns begin at even moments, at one table after the other. A turn that has to wait for the one before it at
        its table is late from its own moment on.
        """
        began = perf_counter()
        turns: set[asyncio.Task[None]] = set()
        for slot in range(int(rate * seconds)):
            at = began + slot / rate
            await asyncio.sleep(max(0.0, at - perf_counter()))
            turn = asyncio.create_task(self._turn_at(slot % len(self.playing), at, told))
            turns.add(turn)
            turn.add_done_callback(turns.discard)
        # A copy, because each turn leaves the set at its end.
        _done, late = await asyncio.wait(set(turns), timeout=max(seconds, 10.0)) if turns else (set(), set())
        for each in late:
            each.cancel()
        told.failures += ["never told"] * len(late)

    async def _turn_at(self, number: int, at: float, told: Told) -> None:
        async with self.playing[number].turn_ends:
            await self._turn(number, told, at)

    async def _turn(self, number: int, told: Told, since: float | None = None) -> bool:
        """Whether the table goes on."""
        try:
            took = await self.playing[number].turn(since)
            while took is None and self.spare:
                self.ended.append(self.playing[number])
                self.playing[number] = self.spare.pop()
                took = await self.playing[number].turn(since)
        except (ConnectionClosed, RuntimeError, OSError, EOFError, TimeoutError) as error:
            told.failures.append(str(error) or type(error).__name__)
            return False
        if took is not None:
            told.times.append(took)
        return took is not None


async def gather_some(acts: Sequence[Callable[[], Awaitable[None]]]) -> None:
    room = asyncio.Semaphore(AT_ONCE)

    async def one(act: Callable[[], Awaitable[None]]) -> None:
        async with room:
            await act()

    await asyncio.gather(*map(one, acts))
