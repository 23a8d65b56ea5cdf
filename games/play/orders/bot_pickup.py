"""The card that the strongest bot picks up for a planned turn."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final

from games.bots import strongest_estimator
from games.engine import Turn, View

BUDGET_MS: Final = 100


@dataclass(frozen=True, slots=True)
class PickupQuestion:
    """Turns of the seat that sees `view`, which differ in the card picked up. A question has one answer."""

    view: View
    turns: tuple[Turn, ...]
    seed: str

    def answer(self) -> Turn:
        """The turn that the strongest bot prefers. Takes about a tenth of a second, so never ask under a lock."""
        _bot, estimate = strongest_estimator()
        return estimate(self.view, self.turns, BUDGET_MS, random.Random(self.seed))[0].turn
