"""The card that the strongest bot picks up for a planned turn."""

from __future__ import annotations

import logging
import random
from dataclasses import dataclass
from typing import Final

from games.bots import strongest_estimator
from games.engine import Turn, View
from games.models import StandingOrders
from games.play.orders.pickup_choice import preferred_pickup

BUDGET_MS: Final = 100
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PickupQuestion:
    """Turns of the seat that sees `view`, which differ in the card picked up. A question has one answer."""

    view: View
    turns: tuple[Turn, ...]
    seed: str

    def answer(self) -> Turn:
        """The turn that the strongest bot prefers. If it fails, the one with the card for the best set: otherwise each
        sweep would try the planned turn again. Takes about a tenth of a second, so never ask under a lock.
        """
        try:
            _bot, estimate = strongest_estimator()
            return estimate(self.view, self.turns, BUDGET_MS, random.Random(self.seed))[0].turn
        except Exception:
            log.exception("the strongest bot chose no card")
        return self._turn_for_best_set()

    def _turn_for_best_set(self) -> Turn:
        by_card = {turn.pickup: turn for turn in self.turns if turn.pickup is not None}
        kept = [card for card in self.view.cards if card not in self.turns[0].cards]
        return by_card[preferred_pickup(StandingOrders.Pickup.BEST, list(by_card), kept)]
