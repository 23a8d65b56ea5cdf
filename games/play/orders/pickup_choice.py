"""The choice of the card that a planned turn picks up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.engine import COLOURS, GOAT, Card, HandState, set_value
from games.models import Seat, StandingOrders
from games.play.orders.selectors import seat_orders

_Pickup = StandingOrders.Pickup


def ordered_pickup(seat: Seat, state: HandState, cards: Iterable[Card]) -> Card | None:
    """The card that the seat to act picks up by order when playing `cards`, which may be illegal. None without an order
    or a choice: at a lead, with one beaten card, or playing all cards. One query if the orders were not fetched.
    """
    laid = frozenset(cards)
    kept = [card for card in state.hands[state.to_act] if card not in laid]
    row = seat_orders(seat) if len(state.table) > 1 and kept and laid else None
    return None if row is None or not row.pickup else preferred_pickup(row.pickup, state.table, kept)


def preferred_pickup(pickup: str, beaten: Sequence[Card], kept: Iterable[Card]) -> Card:
    """The card of `beaten` that `pickup` prefers; `kept` are the cards left in hand.

    A colour takes its highest number, or without that colour the highest of all. "best" keeps the best set
    (`best_set`), then the card in the better set. Ties: highest number, then the usual order of colours.
    """
    ranked = sorted(beaten)
    if pickup == _Pickup.HIGH:
        return ranked[0]
    if pickup == _Pickup.LOW:
        return min(ranked, key=lambda card: card.number)
    if pickup == _Pickup.BEST:
        held = tuple(kept)
        return max(ranked, key=lambda card: (best_set([*held, card]), best_set_with(card, held)))
    return next((card for card in ranked if card.colour == pickup), ranked[0])


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
