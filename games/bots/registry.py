"""The bots, weakest first."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from games.bots import gentle, greedy, learned, pimc, random_bot, search
from games.engine import Turn, View

Estimate = Callable[[View, Sequence[Turn], int, random.Random], Sequence[search.TurnEstimate]]
Choose = Callable[[View, Sequence[Turn], int, random.Random], Turn]


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot: `choose(view, legal, budget_ms, rng)` returns one of the `legal` turns within `budget_ms`.

    Its arguments determine the turn: it sees only the seat's view and takes chance only from `rng`. `label`: its name
    in all languages, fit for a username. `estimate`, if any, returns the expected points at the hand's end of the turns
    that it tried, best first, at least one.
    """

    name: str
    label: str
    choose: Choose
    estimate: Estimate | None = None


def _by_name(*bots: Bot) -> dict[str, Bot]:
    return {bot.name: bot for bot in bots}


REGISTRY: Final = _by_name(
    Bot("skald", "Skald", gentle.skald),
    Bot("seidmadr", "Seidmadr", gentle.seidmadr),
    Bot("hirdman", "Hirdman", greedy.choose),
    Bot("berserker", "Berserker", learned.berserker),
    Bot("jarl", "Jarl", search.choose, search.estimate),
)

# Bots to measure others by, which the arena knows and the site does not offer.
ARENA_ONLY: Final = _by_name(
    Bot("random", "Random", random_bot.choose),
    Bot("greedy", "Greedy", greedy.choose),
    Bot("learned", "Learned", learned.choose),
    Bot("pimc", "PIMC", pimc.choose),
    Bot("pimc_likely", "PIMC with likelihood", pimc.choose_likely),
)


def names() -> tuple[str, ...]:
    return tuple(REGISTRY)


def get(name: str) -> Bot:
    """The bot of that name. Raises KeyError."""
    return REGISTRY[name]


def strongest_estimator() -> tuple[Bot, Estimate]:
    return next((bot, bot.estimate) for bot in reversed(REGISTRY.values()) if bot.estimate is not None)
