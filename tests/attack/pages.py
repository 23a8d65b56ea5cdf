"""Requests a page over many connections without a pause: `python -m tests.attack.pages --help`."""

from __future__ import annotations

import argparse
import asyncio
import http.client
import multiprocessing
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

from tests.attack.local import PATIENCE_S, Site, files_wanted

# Addresses of this computer, which are networks of their own to the site.
HOSTILE: Final = "127.0.0.2"
VISITOR: Final = "127.0.0.3"
PAUSE_S: Final = 0.02


@contextmanager
def many_asking(site: Site, path: str, number: int) -> Iterator[None]:
    """Run a process that requests the page over so many connections, again and again, until the block ends."""
    files_wanted(number)
    process = multiprocessing.get_context("spawn").Process(target=_ask, args=(site, path, number), daemon=True)
    process.start()
    try:
        yield
    finally:
        process.terminate()
        process.join()


def _ask(site: Site, path: str, number: int) -> None:
    asyncio.run(_all(site, path, number))


async def _all(site: Site, path: str, number: int) -> None:
    await asyncio.gather(*(_one(site, path) for _each in range(number)))


async def _one(site: Site, path: str) -> None:
    asked = f"GET {path} HTTP/1.1\r\nHost: {site.name}\r\n\r\n".encode()
    while True:
        with suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_connection(site.host, site.port, local_addr=(HOSTILE, 0))
            with suppress(OSError, asyncio.IncompleteReadError):
                while True:
                    writer.write(asked)
                    await _read(reader)
            writer.close()
        await asyncio.sleep(PAUSE_S)


async def _read(reader: asyncio.StreamReader) -> None:
    head = await reader.readuntil(b"\r\n\r\n")
    length = next(line.split(b":")[1] for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:"))
    await reader.readexactly(int(length))


def visits(site: Site, path: str, times: int) -> tuple[list[float], Counter[int]]:
    """Seconds and statuses of the requests of a visitor from another network, one page after the other."""
    taken, statuses = [], Counter[int]()
    for _visit in range(times):
        connection = http.client.HTTPConnection(site.host, site.port, timeout=PATIENCE_S, source_address=(VISITOR, 0))
        began = time.perf_counter()
        try:
            connection.request("GET", path, headers={"Host": site.name})
            response = connection.getresponse()
            response.read()
            statuses[response.status] += 1
        finally:
            connection.close()
        taken.append(time.perf_counter() - began)
        time.sleep(PAUSE_S)
    return taken, statuses


def in_ms(taken: list[float]) -> str:
    return f"median {1000 * statistics.median(taken):.0f} ms, at most {1000 * max(taken):.0f} ms"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base-url", type=Site, required=True, metavar="URL", help="the site, on this computer")
    parser.add_argument("--path", default="/", help="the page (/)")
    parser.add_argument("--number", type=int, default=150, help="how many connections (150)")
    parser.add_argument("--visits", type=int, default=60, help="how many pages the visitor asks for, each time (60)")
    chosen = parser.parse_args()
    site = chosen.base_url
    alone, _ = visits(site, chosen.path, chosen.visits)
    with many_asking(site, chosen.path, chosen.number):
        # Wait until all have sent their requests.
        visits(site, chosen.path, 10)
        beside, statuses = visits(site, chosen.path, chosen.visits)
    sys.stdout.write(f"a visitor's page alone: {in_ms(alone)}\n")
    sys.stdout.write(f"beside {chosen.number} connections: {in_ms(beside)}, {dict(statuses)}\n")
    return 0 if set(statuses) == {200} else 1


if __name__ == "__main__":
    sys.exit(main())
