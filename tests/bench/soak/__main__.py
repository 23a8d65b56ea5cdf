"""`python -m tests.bench.soak`: many sockets at several web processes, played at half the top rate for a long time:
memory, queues, times and errors.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Sequence
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import Any

from odinsite.web.limits import files_raise
from tests.bench.compare.servers import Site
from tests.bench.compare.ways import site_ways
from tests.bench.driver.load import Hall, Told
from tests.bench.driver.measuring import SETTLE_S, SPARE
from tests.bench.driver.processes import Processes
from tests.bench.driver.tables import SEATS
from tests.bench.soak.curves import drawn
from tests.bench.soak.opening import tables_make
from tests.bench.soak.samples import Sample, samples_take, summary

# So many tables at a time find the top rate.
AT_THE_TOP = 100


async def soaked(site: Site, options: argparse.Namespace, samples: list[Sample]) -> dict[str, Any]:
    """Open all tables, find the top rate, and play at half of it, or at the given rate."""
    way = site_ways(site)["two"]
    count = max(1, options.sockets // SEATS)
    playing = count - count // SPARE
    rng = random.Random(options.seed)
    tables = await asyncio.to_thread(tables_make, site, count)
    async with way.hall(tables, playing, rng) as hall:
        await hall.open()
        await asyncio.sleep(SETTLE_S)
        # Looking for the processes takes seconds, in which no turn begins.
        processes = site.processes()
        idle = await _cores(processes, asyncio.sleep(options.top_seconds))
        rate = options.rate or await _top_rate(hall, options.top_seconds) / 2
        print(f"{len(hall.seats)} sockets are open; {rate:.1f} turns a second", file=sys.stderr, flush=True)
        told = Told()
        sampling = asyncio.create_task(samples_take(site, processes, told, options.every, samples))
        busy = await _cores(processes, hall.paced(rate, options.seconds, told))
        sampling.cancel()
        with suppress(asyncio.CancelledError):
            await sampling
        still = sum(1 for table in (*hall.playing, *hall.spare, *hall.ended) if not table.failure)
    return {
        "sockets": len(hall.seats),
        "web_processes": len(site.web),
        "seconds": options.seconds,
        "turns_per_s": round(len(told.times) / options.seconds, 1),
        "turns": len(told.times),
        "failures": dict(Counter(told.failures).most_common(5)),
        "tables_without_a_fault": [still, count],
        "cores_without_turns": idle,
        "cores": busy,
        **summary(samples),
    }


async def _cores(processes: Processes, act: Awaitable[None]) -> dict[str, float]:
    """The processors that each role used during the act."""
    before, began = processes.seconds(), perf_counter()
    await act
    took = perf_counter() - began
    return {role: round((seconds - before[role]) / took, 3) for role, seconds in processes.seconds().items()}


async def _top_rate(hall: Hall, seconds: float) -> float:
    """Turns a second while some of the tables play as fast as they can."""
    told = Told()
    await Hall(hall.playing[:AT_THE_TOP], []).closed_loop(seconds, told)
    return len(told.times) / seconds


def parser() -> argparse.ArgumentParser:
    found = argparse.ArgumentParser(prog="python -m tests.bench.soak", description=__doc__)
    found.add_argument("--sockets", type=int, default=10_000, help="how many are open (10,000)")
    found.add_argument("--webs", type=int, default=4, help="web processes (4)")
    found.add_argument("--seconds", type=float, default=1800, help="how long is played (1,800)")
    found.add_argument("--rate", type=float, default=0, help="turns a second (half the top rate, which is measured)")
    found.add_argument("--top-seconds", type=float, default=20, help="how long the top rate is measured (20)")
    found.add_argument("--every", type=float, default=10, help="seconds between samples (10)")
    found.add_argument("--folder", type=Path, help="the site's data (a temporary folder)")
    found.add_argument("--picture", type=Path, help="where the curves are drawn, as SVG")
    found.add_argument("--seed", type=int, default=7, help="seed of the turns (7); deals stay random")
    found.add_argument("--json", action="store_true", help="print one JSON object")
    return found


def options_of(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """The options; exits with a message if they leave no time for a sample."""
    found = parser()
    options = found.parse_args(arguments)
    if not 0 < options.every < options.seconds:
        found.error("--every must be less than --seconds, and more than 0")
    return options


def main() -> int:
    options = options_of()
    files_raise()
    samples: list[Sample] = []
    with (
        tempfile.TemporaryDirectory(prefix="odin-soak-", ignore_cleanup_errors=True) as folder,
        Site(options.folder or Path(folder), options.webs) as site,
    ):
        found = asyncio.run(soaked(site, options, samples))
    if options.picture:
        options.picture.write_text(drawn(samples), encoding="utf-8")
    found["machine"] = {"processors": os.cpu_count(), "load_at_the_end": os.getloadavg()}
    print(json.dumps(found) if options.json else "\n".join(f"{name}: {value}" for name, value in found.items()))
    return 1 if found["failures"] else 0


if __name__ == "__main__":
    sys.exit(main())
