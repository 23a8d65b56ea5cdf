"""The benches of turns and pages, at one site in its production form and at the same games."""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from tests.bench import visits
from tests.bench.compare.__main__ import READS
from tests.bench.compare.rounds import closed_loop, read
from tests.bench.compare.servers import Site
from tests.bench.compare.ways import site_ways
from tests.bench.driver.tables import tables_read
from tests.bench.turns import measured, parser
from tests.embedded.prepared import data_folder

pytestmark = pytest.mark.whole

NAMES = {"turns_per_s", "p50_ms", "p95_ms", "p99_ms", "bytes_per_update", "cpu_ms_per_turn"}


@dataclass(frozen=True, slots=True)
class Bench:
    """A site, how it was asked, the file with its games, and what was printed."""

    site: Site
    asked: list[str]
    games: Path
    printed: str


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    folder = tmp_path_factory.mktemp("turns")
    games = folder / "games.json"
    with Site(data_folder(folder / "data"), webs=1) as site:
        asked = ["--base-url", site.web[0].address, "--proxied", "--tables", str(games), "--json"]
        # A game to play and one to take over, as a fast machine plays them to their end.
        asked += ["--games", "1", "--seats", "8", "--seconds", "1"]
        command = [sys.executable, "tests/bench/turns.py", *asked]
        done = subprocess.run(command, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False, timeout=600)
        assert done.returncode == 0, done.stdout + done.stderr
        yield Bench(site, asked, games, done.stdout)


def assert_told(found: dict[str, Any]) -> None:
    """Check that all players got the turns, and that these had a cost."""
    assert not found["failures"]
    assert set(found) >= NAMES
    assert found["turns"] >= 5
    assert all(found[name] > 0 for name in NAMES)
    assert found["cpu_ms"]["web"] > 0


def test_the_script_opens_games_and_tells_what_their_turns_cost(bench: Bench) -> None:
    assert len(tables_read(bench.games)) == 2
    assert_told(json.loads(bench.printed))


@pytest.mark.parametrize("way", [["--pages"], ["--rate", "20"]])
def test_turns_by_pages_and_at_a_pace_are_told_to_all(bench: Bench, way: list[str]) -> None:
    assert_told(asyncio.run(measured(parser().parse_args([*bench.asked, *way]))))


def test_each_page_is_visited_and_costs_something(bench: Bench) -> None:
    asked = ["--base-url", bench.site.web[0].address, "--tables", str(bench.games), "--visits", "50", "--turns", "2"]
    found = asyncio.run(visits.measured(visits.parser().parse_args(asked)))
    assert found.keys() >= {"home", "table", "part", "part, 304", "profile", "rules", "leaders", "healthz"}
    assert all(cost["web"] > 0 for cost in found.values())


def test_turns_and_reads_by_the_interface_are_measured(bench: Bench) -> None:
    ways = site_ways(bench.site)
    way = ways["interface"]
    found = asyncio.run(closed_loop(way, 1, 1.0, random.Random(7)))
    assert_told(found)
    reads = {name: asyncio.run(read(ways[name], path, 50)) for name, path in READS.items()}
    assert all(each["cpu_ms_per_read"] > 0 for each in reads.values())
    assert reads["interface"]["size"] < reads["page"]["size"]


def test_each_process_of_the_production_form_is_measured(bench: Bench) -> None:
    way = site_ways(bench.site)["two"]
    way.games.running.extend(tables_read(bench.games))
    found = asyncio.run(closed_loop(way, 1, 1.0, random.Random(7)))
    assert found["turns"] > 1
    assert not found["failures"]
    assert found["cpu_ms"].keys() == {"web", "worker", "beat", "postgres", "redis"}
