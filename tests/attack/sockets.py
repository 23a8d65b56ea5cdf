"""Opens many web sockets without a login, and holds them: `python -m tests.attack.sockets --help`."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidMessage, InvalidStatus
from websockets.typing import Origin

from tests.attack.local import PATIENCE_S, Site, Visitor, files_wanted

AT_A_TIME = 50


@dataclass
class Sockets:
    """The connections' results: held open, closed with a code after words, or refused with a status."""

    held: list[ClientConnection] = field(default_factory=list)
    closed: Counter[int] = field(default_factory=Counter)
    words: Counter[str] = field(default_factory=Counter)
    refused: Counter[int] = field(default_factory=Counter)
    failures: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        return (
            f"{len(self.held)} held; closed {dict(self.closed)}, told {dict(self.words)}; "
            f"refused {dict(self.refused)}; failed {dict(self.failures)}"
        )


@asynccontextmanager
async def many_open(site: Site, path: str, number: int) -> AsyncIterator[Sockets]:
    """Open so many sockets, some at a time; those held are closed at the end."""
    outcome = Sockets()
    free = asyncio.Semaphore(AT_A_TIME)

    async def one() -> None:
        async with free:
            await _open(site, path, outcome)

    try:
        await asyncio.gather(*(one() for _ in range(number)))
        yield outcome
    finally:
        await asyncio.gather(*(page.close() for page in outcome.held))


async def _open(site: Site, path: str, outcome: Sockets) -> None:
    try:
        page = await connect(
            f"ws://{site.name}{path}",
            origin=Origin(site.origin),
            open_timeout=PATIENCE_S,
            ping_interval=None,
            proxy=None,
        )
    except InvalidStatus as refused:
        outcome.refused[refused.response.status_code] += 1
        return
    except (OSError, InvalidMessage) as error:
        # Ended without an answer.
        outcome.failures[type(error).__name__] += 1
        return
    try:
        first = json.loads(await asyncio.wait_for(page.recv(), PATIENCE_S))
        if first["type"] != "error":
            outcome.held.append(page)
            return
        outcome.words[first["error"]] += 1
        await asyncio.wait_for(page.recv(), PATIENCE_S)
    except ConnectionClosed as closed:
        outcome.closed[closed.rcvd.code if closed.rcvd else 0] += 1


async def attack(site: Site, path: str, number: int) -> bool:
    """Open, hold and close; whether pages were served throughout."""
    files_wanted(number)
    with Visitor(site) as visitor:
        async with many_open(site, path, number) as outcome:
            sys.stdout.write(f"{outcome}\n")
    sys.stdout.write(f"pages: {dict(visitor.statuses)}, failed: {visitor.failures[:3]}\n")
    return visitor.served


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base-url", type=Site, required=True, metavar="URL", help="the site, on this computer")
    parser.add_argument("--game", required=True, metavar="ID", help="a public game")
    parser.add_argument("--number", type=int, default=2000, help="how many sockets (2000)")
    chosen = parser.parse_args()
    return 0 if asyncio.run(attack(chosen.base_url, f"/ws/games/{chosen.game}/", chosen.number)) else 1


if __name__ == "__main__":
    sys.exit(main())
