"""The order in which a person lays the cards in hand. It is theirs alone and changes nothing of the game."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from accounts.models import User
from games.engine import parse_cards, state_from_json
from games.errors import NoSuchGame, Refused
from games.models import Hand, Preferences, Seat
from games.people.locking import locked_preferences
from games.play.errors import PlayReason
from games.selectors.hand_order import first_of, hand_sorted, own_order_text, sort_of


@transaction.atomic(durable=True)
def hand_order_keep(*, public_id: str, user: User, cards: Sequence[str]) -> None:
    """Lay these cards first, in this order, before the others as they lie; from now on cards lie as the person lays
    them, at every table.

    The game is neither locked nor changed: no turn writes the order. Raises NoSuchGame for who plays no seat of a
    running hand there, Refused for cards that are not held, Refused when the account is closed.
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
    lying = hand_sorted(held, sort_of(mine), mine, hand.number)
    mine.hand_order = own_order_text(first_of(first, lying), hand.number)
    mine.save(update_fields=["hand_order"])
    preferences.hand_sort = Preferences.HandSort.OWN
    preferences.save(update_fields=["hand_sort"])
