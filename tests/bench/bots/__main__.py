"""`python -m tests.bench.bots`: many tables of thinking bots at the same time, against two tables, at a site of
`manage.py up`.

People sit at all tables and take their turns some seconds after they are due. An email is written every second and a
page read twice a second.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from tests.bench.victims import Site

PAGE_EVERY_S = 0.5
# First tasks and pages load what they need.
WARM_S = 12.0
PATIENCE_S = 60.0
# Tables of the idle site, and seconds before people there take their turns.
ALONE, ALONE_S = 2, 2.0
DO = "from tests.bench.bots.rows import {name} as ask; result = ask({arguments})"


class Reader(threading.Thread):
    """Reads a page again and again, and notes the seconds that it takes."""

    def __init__(self, address: str) -> None:
        super().__init__(daemon=True)
        self.address = address
        self.over = threading.Event()
        self.seconds: list[float] = []

    def run(self) -> None:
        while not self.over.wait(PAGE_EVERY_S):
            began = time.monotonic()
            with urlopen(self.address, timeout=PATIENCE_S) as answer:
                answer.read()
            self.seconds.append(time.monotonic() - began)


def part(values: Sequence[float], share: float) -> float:
    """The value that this share of the values is below; 0 without values."""
    return sorted(values)[min(int(share * len(values)), len(values) - 1)] if values else 0.0


def phase(site: Site, tables: int, person_s: float, options: argparse.Namespace) -> dict[str, float]:
    games = site.running.do(DO.format(name="tables_make", arguments=f"{options.bot!r}, {tables}"))

    def live(seconds: float) -> Any:
        arguments = f"{games}, {seconds}, {person_s}, {options.seed}"
        return site.running.do(DO.format(name="live", arguments=arguments))

    live(WARM_S)
    reader = Reader(f"http://127.0.0.1:{site.port}/rules/")
    reader.start()
    waits = live(options.seconds)
    reader.over.set()
    reader.join()
    found: dict[str, float] = {"tables": tables, "answers": len(waits["bots"]), "mails": len(waits["mails"])}
    for name, values in (("bot", waits["bots"]), ("mail", waits["mails"]), ("page", reader.seconds)):
        found |= {f"{name}_p{percent}_s": round(part(values, percent / 100), 3) for percent in (50, 95)}
    late = max([0.0, *waits["bots"], *waits["bots_waiting"]])
    return found | {"bot_longest_s": round(late, 3), "mails_waiting": len(waits["mails_waiting"])}


def measure(options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    site = Site(folder)
    try:
        alone = phase(site, ALONE, ALONE_S, options)
        together = phase(site, options.tables, options.person_s, options)
    finally:
        site.end()
    names = ("bot_p95_s", "mail_p95_s", "page_p95_s")
    ratios = {name.removesuffix("_p95_s"): round(together[name] / max(alone[name], 0.001), 1) for name in names}
    return {"alone": alone, "together": together, "ratios": ratios}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.bots", description=__doc__)
    add = parser.add_argument
    add("--tables", type=int, default=200)
    add("--bot", default="jarl")
    add("--seconds", type=float, default=45, help="for each of the two parts")
    add("--person-s", type=float, default=30, help="seconds before people take their turn")
    add("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="odin-bots-") as folder:
        found = measure(options, Path(folder))
    sys.stdout.write(json.dumps(found, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
