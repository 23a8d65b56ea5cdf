"""`python -m tests.bench.compare`: the cost of a turn in our production form, and in boardgame.io."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from odinsite.web.limits import files_raise
from tests.bench.compare.rounds import WARM_S, closed_loop, connected, killed, read
from tests.bench.compare.servers import Peer, Site, peer_lacks
from tests.bench.compare.summary import processor_by_role, rows, table
from tests.bench.compare.ways import Way, peer_way, site_ways

RATE = 100.0
WEBS = 2
# The whole of a game, by the ways that ask for it.
READS = {"page": "/g/{game}/", "interface": "/api/v1/games/{game}"}
Found = dict[str, list[dict[str, Any]]]


def main() -> int:
    options = parser().parse_args()
    # A connection each for a thousand seats.
    files_raise()
    began = {"at": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC", "processors": os.cpu_count(), "load": os.getloadavg()}
    with tempfile.TemporaryDirectory(prefix="odin-compare-", ignore_cleanup_errors=True) as path, ExitStack() as stack:
        ways = begun(options.folder or Path(path), stack)
        found = asyncio.run(measured(ways, options))
    figures = {
        "table": rows(found),
        "processor_ms": processor_by_role(found),
        "rounds": found,
        "machine": {**began, "load_at_the_end": os.getloadavg()},
        "left_out": peer_lacks(),
    }
    print(json.dumps(figures) if options.json else words(figures))
    return 1 if any(run.get("failures") for runs in found.values() for run in runs) else 0


def parser() -> argparse.ArgumentParser:
    found = argparse.ArgumentParser(prog="python -m tests.bench.compare", description=__doc__)
    found.add_argument("--rounds", type=int, default=5, help="rounds, in each of which all are run (5)")
    found.add_argument("--seconds", type=float, default=12, help="how long a run plays (12)")
    found.add_argument("--games", type=int, default=25, help="games of four that play at a time (25)")
    found.add_argument(
        "--seats", type=int, default=1000, help="connected seats, whose memory is counted; 0: none (1000)"
    )
    found.add_argument("--reads", type=int, default=200, help="how often a game is read in each round (200)")
    found.add_argument("--paced", action="store_true", help=f"then {RATE:.0f} turns a second with all seats connected")
    found.add_argument("--kill", action="store_true", help="then kill -9 of the web process under load")
    found.add_argument("--folder", type=Path, help="the site's data, kept for the next run (a temporary folder)")
    found.add_argument("--seed", type=int, default=7, help="seed of the turns (7); deals stay random")
    found.add_argument("--json", action="store_true", help="print one JSON object")
    return found


def begun(folder: Path, stack: ExitStack) -> dict[str, Way]:
    """Start each way to play, at servers that `stack` ends. Leaves out the peer where it cannot run."""
    ways = site_ways(stack.enter_context(Site(folder / "site", WEBS)))
    if peer_lacks():
        return ways
    peers = {name: Peer(folder / name, in_memory=name == "memory") for name in ("peer", "memory")}
    return ways | {name: peer_way(stack.enter_context(peer)) for name, peer in peers.items()}


async def measured(ways: dict[str, Way], options: argparse.Namespace) -> Found:
    """Rounds of one after the other, so that what else the machine does meets all."""
    found: Found = {}
    rng = random.Random(options.seed)
    saturated = {name: way for name, way in ways.items() if name != "memory"}
    for way in saturated.values():
        await closed_loop(way, options.games, min(WARM_S, options.seconds), rng)
    for number in range(options.rounds):
        for name, way in rotated(saturated, number):
            note(found, name, await closed_loop(way, options.games, options.seconds, rng))
        for name, path in READS.items():
            note(found, f"{name} reads", await read(ways[name], path, options.reads))
    # The peer on PostgreSQL is measured only at a pace, the one in memory only for its memory.
    beside = {"site": ways["socket"]} | {name: ways[name] for name in ("peer", "memory") if name in ways}
    for number in range(options.rounds if options.seats else 0):
        for name, way in rotated(beside, number):
            rate = RATE if options.paced and name != "memory" else 0
            if rate or name != "peer":
                run = await connected(way, options.games, options.seats, rng, rate=rate, seconds=options.seconds)
                note(found, f"{name} connected", run)
    beside.pop("memory", None)
    for number in range(options.rounds if options.kill else 0):
        for name, way in rotated(beside, number):
            note(found, f"{name} killed", await killed(way, options.games, options.seconds / 2, rng))
    return found


def rotated(ways: dict[str, Way], number: int) -> list[tuple[str, Way]]:
    """The ways in rotated order, so that none is always first."""
    each = list(ways.items())
    first = number % len(each)
    return each[first:] + each[:first]


def note(found: Found, name: str, run: dict[str, Any]) -> None:
    found.setdefault(name, []).append(run)
    shown = {key: run[key] for key in run if key != "failures" or run[key]}
    print(f"{name}: {shown}", file=sys.stderr, flush=True)


def words(figures: dict[str, Any]) -> str:
    lines = [table(figures["table"]), ""]
    lines += [f"processor ms a turn, {run}: {roles}" for run, roles in figures["processor_ms"].items()]
    for run in figures["rounds"].get("peer", [])[:1]:
        lines.append(f"boardgame.io sent other seats' cards to {run['seats_shown_others']} of {run['seats']} seats")
    return "\n".join([*lines, f"machine: {figures['machine']}", figures["left_out"]]).rstrip()


if __name__ == "__main__":
    sys.exit(main())
