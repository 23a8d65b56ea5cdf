"""`python -m tests.bench.streams`: many open streams of one game at one web process: its memory, threads and database
connections, and the time until all have a turn.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import psutil

from odinsite.web.limits import SOCKETS_OF_A_SESSION
from tests.bench.streams.following import Follower, Stage, Table, follow
from tests.bench.victims import VICTIMS
from tests.embedded.running import Running

# Seconds after which connections that opening took are back.
SETTLE_S = 3.0
# The first fifth of the streams is opened before the others, because a process takes memory once for all.
FIRST = 5
# So many are opened at a time, as a client's requests wait for 10 seconds at most.
AT_A_TIME = 16
DO = "from tests.bench.streams.rows import {name} as ask; result = ask({arguments})"


async def measured(site: Running, streams: int, turns: int) -> dict[str, Any]:
    stage: Stage = site.do(DO.format(name="stage_make", arguments=streams))
    web = next(process for process in site.family() if VICTIMS["web"](process, process.cmdline()))
    table, path = Table(site.address, stage), f"/api/v1/games/{stage['game']}/stream"
    version = await _warmed(site, table, path)
    used = [_used(site, web)]
    opening = asyncio.Semaphore(AT_A_TIME)

    async def opened(number: int) -> Follower:
        async with opening:
            found = await follow(site.address, path, stage["tokens"][number], f"10.0.{number}.1")
            await found.until(version)
            return found

    numbers = [number // SOCKETS_OF_A_SESSION for number in range(streams)]
    began = time.perf_counter()
    followers: list[Follower] = []
    for some in (numbers[: streams // FIRST], numbers[streams // FIRST :]):
        followers += await asyncio.gather(*map(opened, some))
        used.append(_used(site, web))
    took = time.perf_counter() - began
    await asyncio.sleep(SETTLE_S)
    after = _used(site, web)
    waits = [await _told(table, followers) for _turn in range(turns)]
    await asyncio.gather(*(each.leave() for each in followers))
    return {
        "streams": streams,
        "opened_s": round(took, 2),
        "kib_each": _kib_each(used[0], used[2], streams),
        "kib_each_after_the_first_fifth": _kib_each(used[1], used[2], streams - streams // FIRST),
        **{f"{name}_{when}": at[name] for when, at in (("before", used[0]), ("after", after))
           for name in ("threads", "connections")},
        "turns": turns,
        "first_has_it_ms": _median(wait[0] for wait in waits),
        "half_have_it_ms": _median(statistics.median(wait) for wait in waits),
        "all_have_it_ms": _median(wait[-1] for wait in waits),
    }  # fmt: skip


async def _warmed(site: Running, table: Table, path: str) -> int:
    """Send the first requests, which load code and open connections for all later ones; return the game's version."""
    version: int = (await asyncio.to_thread(table.state, table.tokens[0]))["version"]
    warm = await follow(site.address, path, table.tokens[0], "10.9.9.9")
    await warm.until(version)
    await warm.leave()
    await asyncio.sleep(SETTLE_S)
    return version


def _kib_each(before: dict[str, int], after: dict[str, int], count: int) -> float:
    return round((after["bytes"] - before["bytes"]) / count / 1024, 1)


def _used(site: Running, web: psutil.Process) -> dict[str, int]:
    return {
        "bytes": web.memory_info().rss,
        "threads": web.num_threads(),
        "connections": site.do(DO.format(name="connections", arguments="")),
    }


async def _told(table: Table, followers: list[Follower]) -> list[float]:
    """Take a turn; the milliseconds until each follower has it, in order."""
    taking = asyncio.to_thread(table.turn)
    version = max(followers[0].heard) + 1
    hearing = asyncio.gather(*(each.until(version) for each in followers))
    made, sent = await taking
    await hearing
    assert made == version, (made, version)
    return sorted(1000 * (each.heard[version] - sent) for each in followers)


def _median(values: Iterable[float]) -> float:
    return round(statistics.median(values), 1)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.streams", description=__doc__)
    parser.add_argument("--streams", type=int, default=500, help="how many are open (500)")
    parser.add_argument("--turns", type=int, default=20, help="how many turns are taken (20)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="odin-streams-") as folder,
        Running(Path(folder), TRUSTED_PROXIES="127.0.0.1") as site,
    ):
        found = asyncio.run(measured(site, options.streams, options.turns))
    print(json.dumps(found) if options.json else "\n".join(f"{name}: {value}" for name, value in found.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
