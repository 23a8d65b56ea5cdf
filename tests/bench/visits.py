"""The cost of a page at a running site on this machine: processor time of its web process and of PostgreSQL.

`python tests/bench/visits.py --base-url URL [--visits 200] [--turns 30] [--tables FILE] [--json]`: a player of a game
in which so many turns were taken requests each page, one visit after the other.
"""

import argparse
import asyncio
import json
import random
import re
import sys
from http import HTTPStatus
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from tests.bench.driver.http import Browser  # the path comes first
from tests.bench.driver.load import GameTable
from tests.bench.driver.processes import Processes, site_processes
from tests.bench.driver.seats import SocketSeat
from tests.bench.driver.tables import Table, tables_open, tables_read, tables_write

ROLES = ("web", "postgres")
FETCHED = {"X-Requested-With": "fetch"}
PROFILE = re.compile(r"/players/[\w-]+/")
# Not counted: code is compiled then, and caches are filled.
FIRST = 10
Cost = dict[str, float]


def main() -> int:
    options = parser().parse_args()
    found = asyncio.run(measured(options))
    for page, cost in {} if options.json else found.items():
        print(f"{page}: " + ", ".join(f"{role} {ms}" for role, ms in cost.items()))
    if options.json:
        print(json.dumps(found))
    return 0


def parser() -> argparse.ArgumentParser:
    found = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    found.add_argument("--base-url", required=True, metavar="URL", help="the site, on this machine")
    found.add_argument("--visits", type=int, default=200, help="of each page (200)")
    found.add_argument("--turns", type=int, default=30, help="taken in the game before (30)")
    found.add_argument("--tables", type=Path, help="games and logins of an earlier run, or where to keep them")
    found.add_argument("--json", action="store_true", help="print one JSON object")
    return found


async def measured(options: argparse.Namespace) -> dict[str, Cost]:
    """Milliseconds a visit, by page and role."""
    site = options.base_url.rstrip("/")
    processes = site_processes([site])
    table = await _table(options, site, processes)
    await _play(table, site, options.turns)
    person = Browser(site, dict(table["cookies"][0]))
    try:
        return {
            name: await _visits(person, path, headers, processes, options.visits)
            for name, (path, headers) in (await _pages(person, table["game"])).items()
        }
    finally:
        person.close()


async def _table(options: argparse.Namespace, site: str, processes: Processes) -> Table:
    if options.tables and options.tables.exists():
        return tables_read(options.tables)[0]
    tables = await tables_open(site, 1, Path(processes.environment["MAIL_DIR"]), proxied=False)
    if options.tables:
        tables_write(options.tables, tables)
    return tables[0]


async def _play(table: Table, site: str, turns: int) -> None:
    seats = [SocketSeat(Browser(site, dict(cookies)), table["game"]) for cookies in table["cookies"]]
    players = GameTable(seats, random.Random(7))
    await players.open()
    for _turn in range(turns):
        await players.turn()
    await players.close()


async def _pages(person: Browser, game: str) -> dict[str, tuple[str, dict[str, str]]]:
    """The path and headers of each page, by name."""
    part, shown = f"/g/{game}/part/", await person.get(f"/g/{game}/")
    etag = (await person.get(part, FETCHED)).headers["etag"]
    profile = PROFILE.search(shown.text)
    return {
        "home": ("/", {}),
        "lobby": ("/games/", {}),
        "table": (f"/g/{game}/", {}),
        "part": (part, FETCHED),
        "part, 304": (part, {**FETCHED, "If-None-Match": etag}),
        **({"profile": (profile[0], {})} if profile is not None else {}),
        "rules": ("/rules/", {}),
        "leaders": ("/leaders/", {}),
        "healthz": ("/healthz", {}),
    }


async def _visits(person: Browser, path: str, headers: dict[str, str], processes: Processes, count: int) -> Cost:
    """The cost of so many visits. Raises RuntimeError if it is no page."""
    for _visit in range(FIRST):
        answer = await person.get(path, headers)
    if answer.status not in (HTTPStatus.OK, HTTPStatus.NOT_MODIFIED):
        raise RuntimeError(f"{path} answers {answer.status}")
    before = processes.seconds()
    for _visit in range(count):
        await person.get(path, headers)
    spent = processes.seconds()
    return {role: round(1000 * (spent[role] - before[role]) / count, 1) for role in ROLES}


if __name__ == "__main__":
    sys.exit(main())
