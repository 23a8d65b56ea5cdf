"""Bots' turns: the thinking is done without a lock, the answer goes through the same door as a person's."""

import random
import secrets

from django.db import transaction

from games.bots import REGISTRY
from games.engine import Turn, legal_turns, state_from_json
from games.errors import NoSuchGame
from games.models import Game, Hand, Move
from games.selectors.views import seat_view
from games.services.locking import locked_game, seats_of
from games.services.play import TurnMade, turn_make

BUDGET_MS = 200


def bot_turn_play(*, game_id: int, version: int) -> TurnMade | None:
    """Take a bot's turn at `version`; None when it is not, or no longer, a bot's turn there.

    Harmless when run twice: the version has moved on by then.
    """
    chosen = _choose(game_id, version)
    if chosen is None:
        return None
    public_id, turn = chosen
    return _play(public_id, version, turn)


def _choose(game_id: int, version: int) -> tuple[str, Turn] | None:
    game = Game.objects.filter(pk=game_id, version=version, status=Game.Status.RUNNING, bot_acts=True).first()
    if game is None or game.to_act is None:
        return None
    seat = game.seats.select_related("held_by__bot_account").get(number=game.to_act)
    turn = bot_choice(game, seat.number, seat.held_by.bot_account.name)
    return (game.public_id, turn) if turn is not None else None


def bot_choice(game: Game, seat_number: int, name: str) -> Turn | None:
    """What the bot `name` would do at a seat; None without a running hand. Reads without a lock."""
    hand = Hand.objects.filter(game=game, ended_at__isnull=True).first()
    if hand is None:
        return None
    state = state_from_json(hand.state)
    view = seat_view(game, hand, state, seat_number)
    rng = random.Random(secrets.randbits(64))
    return REGISTRY[name].choose(view, legal_turns(state), BUDGET_MS, rng)


@transaction.atomic(durable=True)
def _play(public_id: str, version: int, turn: Turn) -> TurnMade | None:
    """Play what the bot chose, unless the game has moved on since."""
    try:
        game = locked_game(public_id)
    except NoSuchGame:
        return None
    if game.version != version or game.status != Game.Status.RUNNING or game.to_act is None:
        return None
    seats = seats_of(game)
    return turn_make(game, seats, seats[game.to_act], turn, by=Move.By.BOT)
