"""Demo games, in which people play like the bot `hirdman`."""

import random
import secrets
from collections.abc import Sequence

from accounts.models import User
from games import bots
from games.engine import legal_turns, state_from_json
from games.lobby.services import NewGame, game_contribute, game_create, game_join
from games.models import Game, Hand, Seat
from games.play.bot_turn import BUDGET_MS, bot_turn_play
from games.play.selectors import seat_view
from games.play.turn import turn_play


def game_seat(people: Sequence[User], new: NewGame) -> Game:
    """Create a game of the first of `people`, with all seated and their contributions made."""
    game = game_create(host=people[0], new=new)
    for person in people[1:]:
        game_join(public_id=game.public_id, user=person, token=game.invite_token)
    for person in people:
        game_contribute(public_id=game.public_id, user=person, contribution=secrets.token_bytes(32))
    game.refresh_from_db()
    return game


def turn_take(game: Game, rng: random.Random) -> None:
    """Play a sensible turn for the seat to act; refreshes `game`."""
    seat = Seat.objects.select_related("held_by").get(game=game, number=game.to_act or 0)
    if seat.held_by.is_bot:
        bot_turn_play(game_id=game.pk, version=game.version)
    else:
        hand = Hand.objects.get(game=game, ended_at__isnull=True)
        state = state_from_json(hand.state)
        view = seat_view(game, hand, state, seat.number)
        turn = bots.get("hirdman").choose(view, legal_turns(state), BUDGET_MS, rng)
        turn_play(public_id=game.public_id, user=seat.held_by, version=game.version, text=str(turn))
    game.refresh_from_db()
