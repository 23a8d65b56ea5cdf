"""The cost of a hall's turns: time, processor time and bytes."""

from __future__ import annotations

import statistics
from collections import Counter
from time import perf_counter
from typing import Any

from tests.bench.driver.load import Hall, Told
from tests.bench.driver.processes import Processes
from tests.bench.driver.tables import SEATS

# One game for each five that play takes over when one of them is over.
SPARE = 5
# Seconds after which the memory of new connections is counted.
SETTLE_S = 2.0


async def played(hall: Hall, processes: Processes, *, seconds: float, rate: float | None = None) -> dict[str, Any]:
    """Play for so long, paced by `rate` turns a second, or each table as fast as it gets messages."""
    told = Told()
    received = sum(seat.received for seat in hall.seats)
    before, began = processes.seconds(), perf_counter()
    if rate:
        await hall.paced(rate, seconds, told)
    else:
        await hall.closed_loop(seconds, told)
    took = perf_counter() - began
    spent = processes.seconds()
    # Keeps roles that took nothing, as `-` does not.
    spent.subtract(before)
    received = sum(seat.received for seat in hall.seats) - received
    return figures(told, took, received, spent)


def figures(told: Told, took: float, received: int, spent: Counter[str]) -> dict[str, Any]:
    """The figures of a run that took `took` seconds; processor time is None where the site's processes are not
    visible.
    """
    turns = len(told.times)
    if turns < 2:
        raise SystemExit(f"No turns were told: {Counter(told.failures).most_common(3)}")
    cuts = statistics.quantiles(told.times, n=100, method="inclusive")
    each = {role: round(1000 * seconds / turns, 2) for role, seconds in spent.items()}
    return {
        "turns_per_s": round(turns / took, 1),
        **{f"p{cut}_ms": round(1000 * cuts[cut - 1], 1) for cut in (50, 95, 99)},
        "bytes_per_update": round(received / turns / SEATS),
        "cpu_ms_per_turn": round(sum(each.values()), 2) if each else None,
        "cpu_ms": each,
        "turns": turns,
        "failures": dict(Counter(told.failures).most_common(5)),
    }
