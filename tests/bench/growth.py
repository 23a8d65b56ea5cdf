"""Costs of pages and services as the site grows, and as one person's past does.

`python tests/bench/growth.py --games 1000 --games 100000 [--explain 3] [--json]`: each site has one person who finished
a quarter of its games, 5,000 at most, and one who finished 45. Every page of the one must take at most 1.3 times the
processor time of the other's, and each page at most 1.3 times what it takes in the smallest site.
"""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "odinsite.settings")
# Each request would be a line.
os.environ.setdefault("LOG_LEVEL", "WARNING")

from tests.bench.admin import own_servers, say  # the path comes first

if TYPE_CHECKING:
    from tests.bench.growing.costs import Cost
    from tests.bench.growing.services import ServiceCost
    from tests.bench.growing.sites import Site

MOST = 1.3
# The download of all data grows with them, by its nature.
MAY_GROW = ("export",)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, action="append", help="games of a site; repeat for several (1000, 100000)")
    parser.add_argument("--seed", type=int, default=1, help="of the games (1)")
    parser.add_argument("--folder", type=Path, help="load the sites there and use those that an earlier run loaded")
    parser.add_argument("--pages", default="", help="only pages and services with this in their name")
    parser.add_argument("--explain", type=int, default=0, help="also print the plans of so many hottest queries")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    sizes = sorted(set(options.games or (1000, 100_000)))
    with own_servers(options.folder, keep=options.folder is not None):
        figures = measured(sizes, options.seed, options.pages, options.explain)
    plans = figures.pop("plans")
    if options.json:
        print(json.dumps(figures))
        return 1 if figures["over"] else 0
    _print_table(figures, sizes)
    print("\n\n".join(["", *plans]))
    return 1 if figures["over"] else 0


def measured(sizes: Sequence[int], seed: int, wanted: str, explain: int) -> dict[str, Any]:
    """Load the sites and measure."""
    import django

    django.setup()
    from django.core.management import call_command

    from tests.bench.growing.costs import costs_of
    from tests.bench.growing.services import service_costs
    from tests.bench.growing.sites import site_of
    from tests.bench.growing.visits import visits

    call_command("collectstatic", interactive=False, verbosity=0)
    sites = [site_of(games, seed, say) for games in sizes]
    pages, rows = {}, []
    for visit in visits():
        if wanted in visit.name:
            pages[visit.name] = costs = costs_of(visit, sites)
            rows.append(_row(visit.name, costs) | _buffers(costs))
            say(_line(rows[-1]))
    for found in () if wanted else service_costs(sites):
        rows.append(_row(found[0].name, found))
        say(_line(rows[-1]))
    hottest = _hottest([cost for costs in pages.values() for cost in costs if cost.site == sites[-1]])
    return {
        "games": list(sizes),
        "past": [_finished(site) for site in sites],
        "over": [row["name"] for row in rows if row["name"] not in MAY_GROW and max(row["past"], row["growth"]) > MOST],
        "rows": rows,
        "plans": [_plan_text(query) for query in hottest[:explain]],
    }


def _finished(site: "Site") -> list[int]:
    """The games that the two people have finished, with those that were measured just now."""
    site.enter()
    return [person.seats.filter(is_open=False).count() for person in (site.heavy, site.ordinary)]


def _row(name: str, costs: Sequence["Cost | ServiceCost"]) -> dict[str, Any]:
    """`past`: the long past against the short one, in the largest site. `growth`: the largest site against the
    smallest, for the person with the short past.
    """
    heavy = [cost.ms for cost in costs if cost.heavy]
    ordinary = [cost.ms for cost in costs if not cost.heavy] or heavy
    return {
        "name": name,
        "queries": [len(cost.queries) if isinstance(cost.queries, list) else cost.queries for cost in costs],
        "ms": [round(cost.ms, 1) for cost in costs],
        "past": round(heavy[-1] / ordinary[-1], 2),
        "growth": round(ordinary[-1] / ordinary[0], 2),
    }


def _buffers(costs: Sequence["Cost"]) -> dict[str, Any]:
    return {"buffers": [cost.buffers for cost in costs]}


def _hottest(costs: Sequence["Cost"]) -> list[Any]:
    """The queries that read the most buffers, each once."""
    found: dict[str, Any] = {}
    for query in (query for cost in costs for query in cost.queries if not cost.path.startswith("/admin")):
        if query.sql not in found or found[query.sql].buffers < query.buffers:
            found[query.sql] = query
    return sorted(found.values(), key=lambda query: -query.buffers)


def _plan_text(query: Any) -> str:
    from tests.bench.growing.plans import plan_lines

    return "\n".join([f"{query.buffers} buffers: {query.sql[:2000]}", *plan_lines(query.plan["Plan"])])


def _print_table(figures: dict[str, Any], sizes: Sequence[int]) -> None:
    print(f"games {sizes}, games finished by the two {figures['past']}; each column: long past, short past, by size")
    for row in figures["rows"]:
        print(_line(row))
    print(f"over {MOST}: {', '.join(figures['over']) or 'none'}")


def _line(row: dict[str, Any]) -> str:
    ms = " ".join(f"{one:7.1f}" for one in row["ms"])
    buffers = " ".join(f"{one:6}" for one in row.get("buffers", ()))
    queries = "/".join(map(str, row["queries"]))
    return f"{row['name']:26} {ms}  past {row['past']:5.2f} growth {row['growth']:5.2f}  q {queries}  b {buffers}"


if __name__ == "__main__":
    sys.exit(main())
