"""The choice of the card that a planned turn picks up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.engine import COLOURS, GOAT, Card, set_value
from games.models import StandingOrders

_Pickup = StandingOrders.Pickup


def preferred_pickup(pickup: str, beaten: Sequence[Card], kept: Iterable[Card]) -> Card:
    """The card of `beaten` that `pickup` prefers; `kept`, which only "best" needs, are the cards left in hand.

    A colour takes its highest number; without that colour, or without a number that is preferred, the highest of all is
    taken. "best" keeps the best set (`best_set`), then the card in the better set. Ties: highest number, then the usual
    order of colours.
    """
    ranked = sorted(beaten)
    if pickup == _Pickup.HIGH:
        return ranked[0]
    if pickup == _Pickup.LOW:
        return min(ranked, key=lambda card: card.number)
    if pickup == _Pickup.BEST:
        held = tuple(kept)
        return max(ranked, key=lambda card: (best_set([*held, card]), best_set_with(card, held)))
    return next((card for card in ranked if pickup in str(card)), ranked[0])


def best_set(cards: Sequence[Card]) -> tuple[int, int]:
    """Size and value of the largest set."""
    return max((best_set_with(card, cards) for card in cards), default=(0, 0))


def best_set_with(card: Card, cards: Iterable[Card]) -> tuple[int, int]:
    """The best of the sets with `card`, as `best_set`."""
    others = [other for other in cards if other != card]
    same_number = [other for other in others if other.number == card.number]
    if card == GOAT:
        rows = [[other for other in others if other.colour == colour] for colour in COLOURS]
        return max(_measure([card, *row]) for row in rows)
    same_colour = [other for other in others if other.colour == card.colour or other == GOAT]
    return max(_measure([card, *same_number]), _measure([card, *same_colour]))


def _measure(cards: Sequence[Card]) -> tuple[int, int]:
    return len(cards), set_value(cards)
