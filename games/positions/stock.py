"""Two hundred moments of bots' hands that come with the site (bots.jsonl, written by `manage.py positions --write`),
and the search for more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import Final

from games.positions.bot_hands import ORIGIN, bot_moment
from games.positions.moment import Kind, Moment, moment_read

FILE: Final = Path(__file__).with_name("bots.jsonl")
# No kind of question is asked more often than this.
MOST_OF_A_KIND: Final = 0.35


@cache
def stock() -> dict[str, str]:
    """The lines of the file by their origin."""
    return {moment_read(line).origin: line for line in FILE.read_text().splitlines()}


def stock_search(
    wanted: int, have: Counter[Kind], first: int, progress: Callable[[int], object] = lambda number: None
) -> Iterator[Moment]:
    """Moments of bots' hands from the number `first` on, until there are `wanted`, with the kinds that there are. Calls
    `progress` with each number. Takes some seconds a moment.
    """
    for number in count(first):
        if have.total() >= wanted:
            return
        progress(number)
        moment = bot_moment(number)
        if moment is not None and have[moment.kind] < MOST_OF_A_KIND * wanted:
            have[moment.kind] += 1
            yield moment


def bots_number(origin: str) -> int:
    """The number of a bots' hand, -1 for a game of this site."""
    kind, _colon, number = origin.partition(":")
    return int(number) if kind == ORIGIN else -1
