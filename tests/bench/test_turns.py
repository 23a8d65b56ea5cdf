"""The bench of turns, at a site of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator

import pytest
from django.conf import settings

from tests.embedded.running import Running

pytestmark = [pytest.mark.whole, pytest.mark.xdist_group("turns")]

NAMES = {"turns_per_s", "p50_ms", "p95_ms", "p99_ms", "bytes_per_update", "cpu_ms_per_turn"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with Running(tmp_path_factory.mktemp("turns")) as running:
        yield running


@pytest.mark.parametrize("way", [[], ["--pages"], ["--rate", "20", "--seats", "12"]])
def test_turns_are_told_to_all_and_cost_something(site: Running, way: list[str]) -> None:
    asked = [sys.executable, "tests/bench/turns.py", "--base-url", site.address, "--json"]
    # Games of its own: a fast machine plays them to their end.
    asked += ["--games", "2", "--seconds", "3", *way]
    done = subprocess.run(asked, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False, timeout=180)
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads(done.stdout)
    assert set(found) >= NAMES
    assert found["turns"] >= 10
    assert all(found[name] > 0 for name in NAMES)
    assert found["cpu_ms"]["web"] > 0
