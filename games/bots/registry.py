"""The bots by name, weakest first."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from games.bots import greedy, random_bot, search
from games.engine import Turn, View

Weigh = Callable[[View, Sequence[Turn], int, random.Random], Sequence[search.Weighed]]
Choose = Callable[[View, Sequence[Turn], int, random.Random], Turn]


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot: `choose(view, legal, budget_ms, rng)` answers with one of the `legal` turns.

    It sees the seat's view alone and draws chance from `rng` alone, so these and the legal turns decide
    what it does. It should answer within `budget_ms` milliseconds. `label` is its name among people, the same in every
    language, fit for a handle; how strong it is they are told besides (games.lobby.bot_words).

    A bot that can say how good turns are has `weigh(view, legal, budget_ms, rng)` besides: the points that the seat is
    expected to be left with at the hand's end, for the turns that it looked into, best first; never none of them.
    """

    name: str
    label: str
    choose: Choose
    weigh: Weigh | None = None


REGISTRY: Final[dict[str, Bot]] = {
    bot.name: bot
    for bot in (
        Bot("random", "Loki", random_bot.choose),
        Bot("greedy", "Fenrir", greedy.choose, search.weigh),
    )
}


def names() -> tuple[str, ...]:
    """The names of all bots, weakest first."""
    return tuple(REGISTRY)


def get(name: str) -> Bot:
    """The bot of that name; KeyError when there is none."""
    return REGISTRY[name]


def strongest_weigher() -> tuple[Bot, Weigh]:
    """The strongest bot that can say how good turns are, and how it does."""
    return next((bot, bot.weigh) for bot in reversed(REGISTRY.values()) if bot.weigh is not None)
