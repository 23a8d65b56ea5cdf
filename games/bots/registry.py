"""The bots by name, weakest first."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from games.bots import greedy, wanderer
from games.engine import Turn, View

Choose = Callable[[View, Sequence[Turn], int, random.Random], Turn]


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot: `choose(view, legal, budget_ms, rng)` answers with one of the `legal` turns.

    It sees the seat's view alone and draws chance from `rng` alone, so these and the legal turns decide
    what it does. It should answer within `budget_ms` milliseconds. `label` is an English word for people.
    """

    name: str
    label: str
    choose: Choose


REGISTRY: Final[dict[str, Bot]] = {
    bot.name: bot
    for bot in (
        Bot("random", "Random", wanderer.choose),
        Bot("greedy", "Greedy", greedy.choose),
    )
}


def names() -> tuple[str, ...]:
    """The names of all bots, weakest first."""
    return tuple(REGISTRY)


def get(name: str) -> Bot:
    """The bot of that name; KeyError when there is none."""
    return REGISTRY[name]
