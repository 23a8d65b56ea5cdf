"""Cost of the sweep over waiting turns: ten due among many, against an almost empty table.

`python tests/bench/waits.py [--games 100000] [--json]`: the ratio must not exceed 2.
"""

import argparse
import json
import os
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "odinsite.settings")

from odinsite.embedded.command import surroundings  # the path comes first

DUE = 10
ALMOST_EMPTY = 20
ROUNDS = 30
MOST = 2.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000, help="waiting turns in the full table (100000)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    with surroundings(["bench", "waits"]):
        figures = measured(options.games)
    print(json.dumps(figures) if options.json else "\n".join(f"{name}: {figures[name]}" for name in figures))
    return 0 if figures["ratio"] <= MOST else 1


def measured(games: int) -> dict[str, float]:
    """Medians of the sweep's time, in milliseconds, and their ratio."""
    import django

    django.setup()
    from django.utils import timezone

    from games.lobby.services import NewGame
    from games.management.commands.simulate import database_aside
    from tests.bench.loading import LATER, settle, waiting_games_load
    from tests.factories import make_game, make_person

    with database_aside():
        game = make_game([make_person("alice"), make_person("bob")], NewGame(seats=2))
        few = waiting_games_load(game, ALMOST_EMPTY, due=timezone.now() + LATER)
        settle()
        small = _median_ms(few[:DUE])
        waiting_games_load(game, games, due=timezone.now() + LATER)
        settle()
        large = _median_ms(few[:DUE])
    return {
        "games": games,
        "due": DUE,
        "almost_empty_ms": round(small, 3),
        "full_ms": round(large, 3),
        "ratio": round(large / small, 2),
    }


def _median_ms(due: list[int]) -> float:
    """The median time of a sweep that finds exactly `due`."""
    from django.utils import timezone

    from games.sweeps import waits_sweep
    from tests.bench.loading import make_due

    times = []
    for _round in range(ROUNDS):
        make_due(due, timezone.now())
        began = time.perf_counter()
        found = waits_sweep()
        times.append((time.perf_counter() - began) * 1000)
        assert found == len(due), found
    return statistics.median(times)


if __name__ == "__main__":
    sys.exit(main())
