"""`python -m tests.deploy.rolling`: update two web processes behind nginx one after the other, while games are played.

The new version has two more migrations, and other names for all scripts and styles. After each update the site goes
the way back. Prints figures, and exits with 1 if a turn was lost, doubled or refused, a page or file was broken, or a
socket came back late.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from statistics import quantiles
from typing import Any, Final

import psycopg

from tests.bench.driver.http import Browser
from tests.bench.driver.load import GameTable, Hall, Told
from tests.bench.driver.tables import SEATS, Table, network_of, tables_open
from tests.deploy.rolling.seats import SPREAD_S, Notes, UpdatedSeat, read_pages
from tests.deploy.rolling.site import RollingSite

STORED: Final = """
SELECT g.public_id, m.version - 1 FROM games_game g
JOIN games_hand h ON h.game_id = g.id JOIN games_move m ON m.hand_id = h.id
"""
# A page's socket may wait for the moment that it chose, and then connects.
LATE_S: Final = SPREAD_S + 0.8
CALM_S: Final = 3.0


def main() -> int:
    options = _options()
    with tempfile.TemporaryDirectory(prefix="odin-rolling-") as place:
        Path(place).chmod(0o755)
        with RollingSite(Path(place), options.before) as site:
            found = asyncio.run(measured(site, options))
    print(json.dumps(found))
    return 1 if any(found[name] for name in ("lost", "doubled", "refused", "hung", "broken", "late")) else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.deploy.rolling", description=__doc__)
    parser.add_argument("--before", default="", metavar="COMMIT", help="update from this commit, not from this folder")
    parser.add_argument("--rounds", type=int, default=5, help="updates, each with its way back (5)")
    parser.add_argument("--rate", type=float, default=20, help="turns a second in all (20)")
    parser.add_argument("--games", type=int, default=10, help="games of four that play at a time (10)")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--json", action="store_true", help="the figures are always one JSON object")
    return parser.parse_args()


async def measured(site: RollingSite, options: argparse.Namespace) -> dict[str, Any]:
    rng, notes, told, over = random.Random(options.seed), Notes(), Told(), asyncio.Event()
    tables = await tables_open(site.address, options.games * 2, site.folder.mail, proxied=True)
    halls = [_table(site, number, table, notes, rng) for number, table in enumerate(tables)]
    hall = Hall(halls[: options.games], halls[options.games :])
    await hall.open()
    reader = _browser(site, SEATS * len(tables), tables[0]["cookies"][0])
    paths = ["/", f"/g/{tables[0]['game']}/", "/rules/", "/games/"]
    reading = asyncio.create_task(read_pages(reader, paths, notes, over))
    playing = asyncio.create_task(_play(hall, options.rate, told, over))
    for number in range(options.rounds):
        print(f"update {number + 1}: {len(told.times)} turns told", file=sys.stderr, flush=True)
        await asyncio.sleep(CALM_S)
        await asyncio.to_thread(_update, site)
        await asyncio.sleep(CALM_S)
        await asyncio.to_thread(_back, site)
    over.set()
    await playing
    await reading
    await hall.close()
    return _figures(site, told, notes)


def _table(site: RollingSite, number: int, table: Table, notes: Notes, rng: random.Random) -> GameTable:
    seats = [
        UpdatedSeat(_browser(site, number * SEATS + seat, cookies), table["game"], notes, random.Random(rng.random()))
        for seat, cookies in enumerate(table["cookies"])
    ]
    return GameTable(seats, random.Random(rng.random()))


def _browser(site: RollingSite, number: int, cookies: Mapping[str, str]) -> Browser:
    """A browser in a network of its own."""
    return Browser(site.address, dict(cookies), network_of(100 * number))


async def _play(hall: Hall, rate: float, told: Told, over: asyncio.Event) -> None:
    """Begin a turn at even moments, at one table after the other. Ends with the last turn told."""
    turns: list[asyncio.Task[None]] = []
    loop = asyncio.get_running_loop()
    began, slot = loop.time(), 0
    while not over.is_set():
        await asyncio.sleep(max(0.0, began + slot / rate - loop.time()))
        number = slot % len(hall.playing)
        # A table that is late has its next turn later.
        if not hall.playing[number].turn_ends.locked():
            turns.append(asyncio.create_task(hall._turn_at(number, loop.time(), told)))
        slot += 1
    await asyncio.gather(*turns)


def _update(site: RollingSite) -> None:
    site.prepare(site.after)
    for number in range(len(site.webs)):
        site.web_update(number, site.after)
    site.worker_update(site.after)


def _back(site: RollingSite) -> None:
    for number in range(len(site.webs)):
        site.web_update(number, site.before)
    site.worker_update(site.before)
    site.tables_back()


def _figures(site: RollingSite, told: Told, notes: Notes) -> dict[str, Any]:
    with psycopg.connect(site.environment["DATABASE_URL"].replace("postgres://", "postgresql://")) as database:
        rows: list[tuple[str, int]] = database.execute(STORED).fetchall()
    stored = set(rows)
    return {
        "turns": len(notes.acknowledged),
        "stored": len(rows),
        "lost": len(notes.acknowledged - stored),
        "doubled": len(rows) - len(stored) + len(stored - notes.sent),
        "refused": len(notes.refused),
        "hung": len(told.failures),
        "pages": notes.pages,
        "broken": len(notes.broken),
        "busy": notes.busy,
        "sockets_ended": dict(notes.codes),
        "posts": dict(notes.posts),
        "back_s": [round(cut, 2) for cut in quantiles(notes.back, n=20, method="inclusive")[9::9]] + [max(notes.back)],
        "late": sum(seconds > LATE_S for seconds in notes.back),
        "faults": [*told.failures[:3], *notes.refused[:3], *notes.broken[:5]],
    }


if __name__ == "__main__":
    sys.exit(main())
