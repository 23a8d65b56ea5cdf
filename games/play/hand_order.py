"""The order of cards in hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, cast

from django.db import transaction

from accounts.models import User
from games.engine import COLOURS, Card, parse_cards, state_from_json
from games.errors import NoSuchGame, Refused
from games.models import Hand, Preferences, Seat
from games.people.locking import locked_preferences
from games.people.preference_selectors import preferences_of
from games.play.errors import PlayReason

Sort = Literal["number", "colour", "own"]


def card_sort(seat: Seat) -> Sort:
    """The player's choice of how to sort cards. No query if the seat was fetched with its user's preferences."""
    return cast(Sort, str(preferences_of(seat.user).hand_sort))


def hand_sorted(cards: Iterable[Card], sort: Sort, seat: Seat, hand: int) -> list[Card]:
    """The cards sorted by number (as the rules write sets), by colour, or as stored."""
    if sort == "colour":
        return by_colour(cards)
    if sort == "own":
        return moved_to_front(own_order(seat, hand), sorted(cards))
    return sorted(cards)


def by_colour(cards: Iterable[Card]) -> list[Card]:
    """The cards by colour, highest first, the goat last."""
    order = f"{COLOURS}X"
    return sorted(cards, key=lambda card: (order.index(card.colour), -card.number))


def own_order(seat: Seat, hand: int) -> tuple[Card, ...]:
    """The player's own order of cards. It may list cards played since."""
    number, _colon, codes = seat.hand_order.partition(":")
    return parse_cards(codes) if number == str(hand) else ()


def own_order_text(cards: Iterable[Card], hand: int) -> str:
    return f"{hand}:" + "".join(map(str, cards))


def moved_to_front(first: Iterable[Card], cards: Iterable[Card]) -> list[Card]:
    """Move those cards in `first` to the front, in the order of `first`."""
    held = list(cards)
    ahead = [card for card in first if card in held]
    return [*ahead, *(card for card in held if card not in ahead)]


@transaction.atomic(durable=True)
def hand_order_save(*, public_id: str, user: User, cards: Sequence[str]) -> None:
    """Store an order starting with these cards, and keep own orders at every table. Locks no game, as turns never write
    the order. Raises NoSuchGame without an active seat, Refused for cards not held or a closed account.
    """
    preferences = locked_preferences(user)
    seats = Seat.objects.select_related("user__preferences").filter(kind=Seat.Kind.PERSON)
    mine = seats.filter(game__public_id=public_id, user=user, held_by=user).first()
    hand = Hand.objects.filter(game__public_id=public_id, ended_at__isnull=True).defer("deck").first()
    if mine is None or hand is None:
        raise NoSuchGame(public_id)
    held = state_from_json(hand.state).hands[mine.number]
    try:
        first = parse_cards("".join(cards))
    except ValueError as wrong:
        raise Refused(PlayReason.HAND_ORDER) from wrong
    if len(set(first)) != len(first) or not set(first) <= set(held):
        raise Refused(PlayReason.HAND_ORDER)
    lying = hand_sorted(held, card_sort(mine), mine, hand.number)
    mine.hand_order = own_order_text(moved_to_front(first, lying), hand.number)
    mine.save(update_fields=["hand_order"])
    preferences.hand_sort = Preferences.HandSort.OWN
    preferences.save(update_fields=["hand_sort"])
