"""A person's private note on a game."""

from __future__ import annotations

from accounts.models import User
from games.errors import NoSuchGame
from games.models import Game, GameNote, Seat


def noted_game(public_id: str, user: User) -> Game:
    """The game that the person sits or sat in. Raises NoSuchGame."""
    game = Game.objects.filter(public_id=public_id, seats__user=user, seats__kind=Seat.Kind.PERSON).first()
    if game is None:
        raise NoSuchGame(public_id)
    return game


def note_of(game: Game, user: User) -> GameNote | None:
    """What the person noted; None where there is nothing."""
    return GameNote.objects.filter(game=game, user=user).first()
