"""The cost of a turn at a running site, and how long until all players have it.

`python tests/bench/turns.py --base-url URL` and the options that `--help` lists: four seats a game take random legal
turns, by web socket or (`--pages`) as the game's page does. Processor time and memory are reported if the site runs on
this machine.
"""

import argparse
import asyncio
import json
import random
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from tests.bench.driver.http import Browser  # the path comes first
from tests.bench.driver.load import GameTable, Hall
from tests.bench.driver.measuring import SETTLE_S, SPARE, played
from tests.bench.driver.page_seats import PageSeat
from tests.bench.driver.processes import Processes, site_processes
from tests.bench.driver.seats import SocketSeat
from tests.bench.driver.tables import SEATS, Table, network_of, tables_open, tables_read, tables_write


def main() -> int:
    options = parser().parse_args()
    found = asyncio.run(measured(options))
    print(json.dumps(found) if options.json else "\n".join(f"{name}: {value}" for name, value in found.items()))
    return 1 if found["failures"] else 0


def parser() -> argparse.ArgumentParser:
    found = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    found.add_argument(
        "--base-url", action="append", required=True, metavar="URL",
        help="the site; given again, more web processes of it, over which tables are spread",
    )  # fmt: skip
    found.add_argument("--pages", action="store_true", help="take the turns as the game's page does")
    found.add_argument("--games", type=int, default=25, help="games that play at a time (25)")
    found.add_argument("--seconds", type=float, default=20, help="how long they play (20)")
    found.add_argument("--rate", type=float, help="turns a second in all; without it, each as soon as all are told")
    found.add_argument("--seats", type=int, default=0, help="connected seats, at more games than play")
    found.add_argument("--tables", type=Path, help="games and logins of an earlier run, or where to keep them")
    found.add_argument("--mails", type=Path, help="the folder of the site's mails (that of a site on this machine)")
    found.add_argument(
        "--proxied", action="store_true", help="say as a proxy that people come from many networks, as 1,000 seats must"
    )
    found.add_argument("--seed", type=int, default=7, help="seed of the turns (7); deals stay random")
    found.add_argument("--json", action="store_true", help="print one JSON object")
    return found


async def measured(options: argparse.Namespace) -> dict[str, Any]:
    sites = [site.rstrip("/") for site in options.base_url]
    processes = site_processes(sites)
    tables = await _tables(options, sites[0], processes)
    rng = random.Random(options.seed)
    halls = [
        GameTable(_seats(table, sites[number % len(sites)], number, options), random.Random(rng.getrandbits(32)))
        for number, table in enumerate(tables)
    ]
    hall = Hall(halls[: options.games], halls[options.games :])
    before = processes.resident()
    await hall.open()
    try:
        await asyncio.sleep(SETTLE_S)
        each = (processes.resident() - before) / len(hall.seats)
        found = await played(hall, processes, seconds=options.seconds, rate=options.rate)
        return {**found, "seats": len(hall.seats), "kib_per_seat": round(each / 1024)}
    finally:
        await hall.close()


async def _tables(options: argparse.Namespace, site: str, processes: Processes) -> list[Table]:
    count = max(options.games + options.games // SPARE, options.seats // SEATS)
    if options.tables and options.tables.exists():
        tables = tables_read(options.tables)
        if len(tables) < options.games:
            raise SystemExit(f"{options.tables} has only {len(tables)} games.")
        return tables[:count]
    mails = options.mails or processes.environment.get("MAIL_DIR")
    if not mails:
        raise SystemExit("Accounts are confirmed by mail: name the folder of the site's mails with --mails.")
    tables = await tables_open(site, count, Path(mails), proxied=options.proxied)
    if options.tables:
        tables_write(options.tables, tables)
    return tables


def _seats(table: Table, site: str, number: int, options: argparse.Namespace) -> list[SocketSeat]:
    kind = PageSeat if options.pages else SocketSeat
    return [
        kind(Browser(site, dict(cookies), network_of(SEATS * number + seat) if options.proxied else ""), table["game"])
        for seat, cookies in enumerate(table["cookies"])
    ]


if __name__ == "__main__":
    sys.exit(main())
