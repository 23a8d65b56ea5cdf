"""What a seat, or a spectator, may know of a hand: always through the engine's `observe`."""

from games.engine import HandState, View, observe
from games.models import Game, Hand


def seat_view(game: Game, hand: Hand, state: HandState, seat: int | None) -> View:
    """The view of a seat (None: a spectator) as bots and programs get it (INTERFACES, The view). Two queries."""
    turns = hand.moves.standing().order_by("number").values_list("seat", "turn")
    points = list(game.seats.order_by("number").values_list("points", flat=True))
    return observe(state, seat, points=points, target=game.target, history=turns)
