"""`python -m tests.bench.counting`: the cost of metrics. Two web processes of one site, of which one counts nothing."""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any, Final

from odinsite.web.limits import files_raise
from tests.bench.compare.rounds import WARM_S, closed_loop
from tests.bench.compare.servers import Site
from tests.bench.compare.ways import Way, site_ways
from tests.bench.driver.http import Browser
from tests.bench.driver.seats import SocketSeat
from tests.bench.driver.tables import SEATS, Table, network_of

COUNTING, UNCOUNTED = 0, 1
GAMES: Final = 25


def main() -> int:
    options = parser().parse_args()
    files_raise()
    with tempfile.TemporaryDirectory(prefix="odin-counting-", ignore_cleanup_errors=True) as path:
        site = Site(Path(path), 2)
        without = site.web[UNCOUNTED]
        without.command = [
            "tests.bench.uncounted" if part == "tests.api.unlimited" else part for part in without.command
        ]
        with site:
            runs = asyncio.run(measured(site, options))
    ratios = [counting["cpu_ms_per_turn"] / uncounted["cpu_ms_per_turn"] for counting, uncounted in runs]
    found = {
        "turns": sum(run["turns"] for pair in runs for run in pair),
        "ratio": round(median(ratios), 3),
        "least": round(min(ratios), 3),
        "most": round(max(ratios), 3),
        "cpu_ms_per_turn": [
            round(median(pair[way]["cpu_ms_per_turn"] for pair in runs), 2) for way in (COUNTING, UNCOUNTED)
        ],
    }
    print(json.dumps(found) if options.json else "\n".join(f"{name}: {value}" for name, value in found.items()))
    return 0


def parser() -> argparse.ArgumentParser:
    found = argparse.ArgumentParser(prog="python -m tests.bench.counting", description=__doc__)
    found.add_argument("--rounds", type=int, default=10, help="rounds, in each of which both play (10)")
    found.add_argument("--seconds", type=float, default=8, help="how long one plays (8)")
    found.add_argument("--seed", type=int, default=7, help="seed of the turns (7); deals stay random")
    found.add_argument("--json", action="store_true", help="print one JSON object")
    return found


async def measured(site: Site, options: argparse.Namespace) -> list[tuple[Any, Any]]:
    """The runs of each round, with counting and without. Every other round begins with the other one."""
    rng = random.Random(options.seed)
    games = site_ways(site)["socket"].games
    ways = [way_at(site, games, number) for number in (COUNTING, UNCOUNTED)]
    for way in ways:
        await closed_loop(way, GAMES, min(WARM_S, options.seconds), rng)
    found = []
    for number in range(options.rounds):
        runs: dict[int, Any] = {}
        for each in (COUNTING, UNCOUNTED) if number % 2 else (UNCOUNTED, COUNTING):
            runs[each] = await closed_loop(ways[each], GAMES, options.seconds, rng)
        found.append((runs[COUNTING], runs[UNCOUNTED]))
    return found


def way_at(site: Site, games: Any, web: int) -> Way:
    """All seats by socket at one of the web processes."""
    address = site.web[web].address

    def seat_of(table: Table, number: int, seat: int) -> SocketSeat:
        return SocketSeat(
            Browser(address, dict(table["cookies"][seat]), network_of(SEATS * number + seat)), table["game"]
        )

    return Way(site, games, seat_of)


if __name__ == "__main__":
    sys.exit(main())
