"""Runs of a way to play, and their figures."""

from __future__ import annotations

import asyncio
import random
from http import HTTPStatus
from typing import Any

from tests.bench.compare.ways import Way
from tests.bench.driver.load import Hall, Told, gather_some
from tests.bench.driver.measuring import SETTLE_S, played
from tests.bench.driver.peer_seats import PeerSeat
from tests.bench.driver.tables import SEATS

# A warm-up that is not counted: it compiles code and fills caches.
WARM_S = 5.0
# One in so many connections, measured first: with these, everything is made that all of them share.
FIRST = 5
# Requests that are not counted.
FIRST_READS = 20


async def closed_loop(way: Way, games: int, seconds: float, rng: random.Random) -> dict[str, Any]:
    """Play so that each table takes its next turn once all four players have the last one."""
    async with way.hall(await way.games.take(games), games, rng) as hall:
        await hall.open()
        found = await played(hall, way.server.processes(), seconds=seconds)
        shown = sum(isinstance(seat, PeerSeat) and seat.shown_others for seat in hall.seats)
        return {**found, "seats": len(hall.seats), "seats_shown_others": shown}


async def read(way: Way, path: str, count: int) -> dict[str, Any]:
    """Request a running game at `path` so often, one after the other, as the player of a seat does."""
    [table, *_rest] = await way.games.take(1)
    reader = way.seat_of(table, 0, 0).browser
    try:
        for number in range(FIRST_READS + count):
            if number == FIRST_READS:
                before = way.server.processes().seconds()
            answer = await reader.get(path.format(game=table["game"]))
            assert answer.status == HTTPStatus.OK, answer
    finally:
        reader.close()
    spent = way.server.processes().seconds() - before
    return {"cpu_ms_per_read": round(1000 * sum(spent.values()) / count, 2), "size": answer.size}


async def connected(
    way: Way, games: int, seats: int, rng: random.Random, *, rate: float = 0, seconds: float = 0
) -> dict[str, Any]:
    """The memory of connected seats at a restarted web process, and the cost of turns at even moments if `rate` is
    given.
    """
    program = way.server.web[0]
    program.end()
    program.begin()
    program.wait()
    memory = [program.resident()]
    if way.server.in_memory:
        way.games.running.clear()
    async with way.hall(await way.games.take(games, seats), games, rng) as hall:
        tables = [*hall.playing, *hall.spare]
        some = len(tables) // FIRST
        for part in (tables[:some], tables[some:]):
            await gather_some([table.open for table in part])
            await asyncio.sleep(SETTLE_S)
            memory.append(program.resident())
        none, first, all_of_them = memory
        found = {
            "seats": len(hall.seats),
            "mib_connected": round(all_of_them / 2**20, 1),
            "kib_per_seat": round((all_of_them - none) / len(hall.seats) / 1024, 1),
            "kib_per_later_seat": round((all_of_them - first) / SEATS / (len(tables) - some) / 1024, 1),
        }
        if rate:
            processes = way.server.processes()
            await played(hall, processes, seconds=WARM_S)
            found |= await played(hall, processes, seconds=seconds, rate=rate)
        return found


async def killed(way: Way, games: int, seconds: float, rng: random.Random) -> dict[str, int]:
    """kill -9 of the web process under load: turns that a seat was shown, but that are not there once it runs again."""
    program = way.server.web[0]
    tables = await way.games.take(games)
    async with way.hall(tables, games, rng) as hall:
        await hall.open()
        playing = asyncio.create_task(hall.closed_loop(2 * seconds, Told()))
        await asyncio.sleep(seconds)
        program.kill()
        await playing
        shown = versions(hall)
    program.begin()
    program.wait()
    async with way.hall(tables, games, rng) as hall:
        await hall.open()
        stored = versions(hall)
    lost = [max(0, shown[game] - stored[game]) for game in shown]
    return {"games": len(lost), "games_set_back": sum(map(bool, lost)), "turns_lost": sum(lost)}


def versions(hall: Hall) -> dict[str, int]:
    """The newest version of each game that one of its seats knows."""
    found: dict[str, int] = {}
    for seat in hall.seats:
        found[seat.game] = max(seat.version, found.get(seat.game, 0))
    return found
