"""In which order a person's cards lie in hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, cast

from games.engine import COLOURS, Card, parse_cards
from games.models import Seat
from games.people.preference_selectors import preferences_of

Sort = Literal["number", "colour", "own"]


def sort_of(seat: Seat) -> Sort:
    """How the seat's person has cards sorted. No query where the seat was read with its person's preferences."""
    return cast(Sort, str(preferences_of(seat.user).hand_sort))


def hand_sorted(cards: Iterable[Card], sort: Sort, seat: Seat, hand: int) -> list[Card]:
    """By number as the rules write a set; by colour and then number, the goat last; or as the person laid them."""
    if sort == "colour":
        return by_colour(cards)
    if sort == "own":
        return first_of(own_order(seat, hand), sorted(cards))
    return sorted(cards)


def by_colour(cards: Iterable[Card]) -> list[Card]:
    """By colour and then number, highest first, the goat last."""
    order = f"{COLOURS}X"
    return sorted(cards, key=lambda card: (order.index(card.colour), -card.number))


def own_order(seat: Seat, hand: int) -> tuple[Card, ...]:
    """The order that the person laid in that hand, cards among it that have been played since."""
    number, _colon, codes = seat.hand_order.partition(":")
    return parse_cards(codes) if number == str(hand) else ()


def own_order_text(cards: Iterable[Card], hand: int) -> str:
    """What a seat keeps of an order."""
    return f"{hand}:" + "".join(map(str, cards))


def first_of(first: Iterable[Card], cards: Iterable[Card]) -> list[Card]:
    """`cards` with those of `first` before the others; otherwise each in the order given."""
    held = list(cards)
    ahead = [card for card in first if card in held]
    return [*ahead, *(card for card in held if card not in ahead)]
