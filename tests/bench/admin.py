"""Costs of the admin's pages on a site of a million games, against one of a thousand.

`python tests/bench/admin.py [--games 1000000] [--small 1000] [--json]`: each list's first page, filters and searches
must take under 10 queries and at most twice the small site's time. Starts servers in a temporary folder of some 10 GB.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "odinsite.settings")

from odinsite.embedded.environment import set_environment  # the path comes first
from odinsite.embedded.folder import Folder
from odinsite.embedded.servers import Servers

if TYPE_CHECKING:
    from tests.bench.pages import Cost, Site

SMALL, LARGE = "odin_small", "odin_large"
QUERIES_BELOW = 10
MOST = 2.0
# No data outlives the run, so no write need survive a power cut.
SETTINGS = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "wal_level=minimal", "max_wal_senders=0")
GIGABYTE = 1e9


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=1_000_000, help="games of the large site (1000000)")
    parser.add_argument("--small", type=int, default=1000, help="games of the small one (1000)")
    parser.add_argument("--folder", type=Path, help="where the databases lie meanwhile (the temporary folder)")
    parser.add_argument("--pages", default="", help="only pages with this in their address")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    with own_servers(options.folder) as folder:
        figures = measured(options.games, options.small, folder, options.pages)
    if options.json:
        print(json.dumps(figures))
    else:
        for row in figures.pop("pages"):
            print(
                f"{row['queries']:3} {row['small_ms']:8.1f} {row['large_ms']:8.1f} {row['ratio']:6.2f}  {row['page']}"
            )
        print("\n".join(f"{name}: {figures[name]}" for name in figures))
    return 1 if figures["over"] else 0


@contextmanager
def own_servers(place: Path | None, *, keep: bool = False) -> Iterator[Path]:
    """Start servers for this run alone, in a temporary folder. Yields the folder. With `keep`, `place` itself is the
    folder, and stays.
    """
    for name in ("DATABASE_URL", "REDIS_URL"):
        os.environ.pop(name, None)
    with _folder(place, keep=keep) as path:
        folder = Folder(Path(path))
        folder.prepare()
        set_environment(folder)
        with Servers(folder, SETTINGS):
            yield folder.path


def _folder(place: Path | None, *, keep: bool) -> AbstractContextManager[str]:
    if place is not None and keep:
        return nullcontext(str(place))
    return tempfile.TemporaryDirectory(prefix="odin-bench-", dir=place, ignore_cleanup_errors=True)


def measured(games: int, small: int, folder: Path, wanted: str) -> dict[str, Any]:
    """Load both sites and visit every page in both."""
    import django

    django.setup()
    from django.core.management import call_command

    from tests.bench.pages import costs

    call_command("collectstatic", interactive=False, verbosity=0)
    began = time.monotonic()
    few = made(SMALL, small)
    many = made(LARGE, games)
    loaded = time.monotonic() - began
    disk = disk_used(folder)
    pages = list(costs(few, many, wanted))
    lists = [cost for cost in pages if cost.page.plain]
    return {
        "games": games,
        "small": small,
        "load_s": round(loaded),
        "disk_gb": round(disk / GIGABYTE, 1),
        "lists": len(lists),
        "queries_most": max(cost.queries for cost in lists),
        "ratio_most": round(max(cost.ratio for cost in lists), 2),
        "over": [cost.page.path for cost in lists if is_over(cost)],
        "pages": [row_of(cost) for cost in pages],
    }


def is_over(cost: "Cost") -> bool:
    return cost.queries >= QUERIES_BELOW or cost.ratio > MOST


def row_of(cost: "Cost") -> dict[str, Any]:
    times = {"small_ms": cost.small_ms, "large_ms": cost.large_ms, "ratio": cost.ratio}
    return {"page": cost.page.path, "queries": cost.queries} | {name: round(time, 2) for name, time in times.items()}


def made(name: str, games: int) -> "Site":
    from django.core.management import call_command
    from django.db import connection

    from tests.bench.million.load import processors, site_load
    from tests.bench.pages import connect, site_of

    with connection.cursor() as cursor:
        cursor.execute(f'CREATE DATABASE "{name}"')
    connect(name)
    call_command("migrate", verbosity=0)
    return site_of(name, site_load(games, processes=processors(), tell=say))


def say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


def disk_used(folder: Path) -> int:
    """The bytes on disk. Files may vanish during the count."""
    total = 0
    for where, _folders, files in os.walk(folder):
        for name in files:
            try:
                total += os.lstat(os.path.join(where, name)).st_blocks * 512
            except FileNotFoundError:
                continue
    return total


if __name__ == "__main__":
    sys.exit(main())
