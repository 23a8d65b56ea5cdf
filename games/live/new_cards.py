"""The cards of a new hand, for those who play it."""

from __future__ import annotations

from django.db.models import F

from games.engine import Card, cards_text, deal, own_cards
from games.models import Seat


def new_cards(public_id: str, number: int) -> dict[int, str]:
    """The cards of the players who play their own seats, by account. One query."""
    played = Seat.objects.filter(game__public_id=public_id, game__hands__number=number, user_id=F("held_by_id"))
    rows = played.values_list("user_id", "number", "game__seats_count", "game__hands__deck", "game__hands__leader")
    return {
        user: cards_text(own_cards(deal([Card.parse(card) for card in deck], count, leader), seat))
        for user, seat, count, deck, leader in rows
    }
