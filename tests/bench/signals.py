"""False alarms of the signals on fair sites, and the share of crooked play that they find.

`python tests/bench/signals.py [--looks 40] [--json]`: sites of 60 people with 700 games, at random tables and among
friends; at most one false alarm in ten looks.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
from datetime import datetime, timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "odinsite.settings")

from odinsite.embedded.command import surroundings  # the path comes first

PEOPLE = 60
GAMES = 700
SPREADS = (0.3, 0.6, 0.9)
GIFTS = (10, 15, 20, 30, 40)
# Pairs that give games away on each crooked site.
PAIRS = 3
MOST = 0.1
# Longer than the signals look back, so that sites are independent.
APART = timedelta(days=120)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--looks", type=int, default=40, help="fair sites to look at (40)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    with surroundings(["bench", "signals"]):
        figures = measured(options.looks)
    print(json.dumps(figures) if options.json else "\n".join(f"{name}: {figures[name]}" for name in figures))
    return 0 if figures["false_alarms_a_look"] <= MOST else 1


def measured(looks: int) -> dict[str, float]:
    """The shares of alarms and of gifts found; the gifts by their number next to the pair's fair games."""
    import django

    django.setup()
    from django.utils import timezone

    from games.management.commands.simulate import database_aside

    with database_aside():
        at = timezone.now()
        alarms = pairs = 0
        for number in range(looks):
            found, looked_at, _others = _look(number, at + number * APART, gifts=0)
            alarms += found
            pairs += looked_at
        figures = {"looks": looks, "pairs": pairs, "false_alarms_a_look": alarms / looks}
        wrong = 0
        for step, gifts in enumerate(GIFTS):
            hits = 0
            for number in range(looks // 4):
                later = at + (looks * (step + 1) + number) * APART
                found, _looked_at, others = _look(1000 + number, later, gifts=gifts)
                hits += found
                wrong += others
            figures[f"found_of_{gifts}_gifts"] = round(hits / (looks // 4 * PAIRS), 2)
        figures["false_alarms_beside_gifts_a_look"] = wrong / (looks // 4 * len(GIFTS))
        return figures


def _look(seed: int, at: datetime, *, gifts: int) -> tuple[int, int, int]:
    """Crooked pairs found (on a fair site: alarms), pairs compared, and other alarms."""
    from games.moderation.signals.data import duels
    from games.moderation.signals.dumping import BACK, MIN_GAMES, dumping_found
    from tests.moderation.crowds import crowd_make, fair_crowd, games_load, given_away, with_others

    rng = random.Random(seed)
    people = crowd_make(PEOPLE, at)
    ends, strengths = fair_crowd(people, GAMES, SPREADS[seed % len(SPREADS)], rng)
    crooked = {(people[2 * pair], people[2 * pair + 1]) for pair in range(PAIRS)} if gifts else set()
    for giver, taker in sorted(crooked):
        tables = (with_others((giver, taker), people, rng) for _gift in range(gifts))
        ends += [given_away(giver, table, strengths, rng) for table in tables]
    games_load(ends, at)
    later = at + timedelta(days=1)
    found = {finding.people for finding in dumping_found(later)}
    alarms = found if not gifts else found & crooked
    return len(alarms), len(duels(later - BACK, MIN_GAMES)), len(found - crooked)


if __name__ == "__main__":
    sys.exit(main())
