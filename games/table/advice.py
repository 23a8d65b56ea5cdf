"""The turn that the strongest bot would take in a player's place."""

from __future__ import annotations

from accounts.models.idle_connection import connection_give_back
from games.advice import Advice, advise
from games.engine import legal_turns, state_from_json
from games.models import Game, Hand
from games.play.selectors import seat_view


def turn_advice(game: Game, seat: int) -> Advice | None:
    """Advice for the seat's turn; None unless it is its turn. Three queries, and the time of a search, without a
    database connection.
    """
    hand = Hand.objects.filter(game=game, ended_at__isnull=True).first()
    state = state_from_json(hand.state) if hand is not None else None
    if hand is None or state is None or state.to_act != seat:
        return None
    view = seat_view(game, hand, state, seat)
    connection_give_back()
    return advise(view, legal_turns(state), f"{game.public_id} {hand.number}")
