"""Tells people without a seat from those who may not see the game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from accounts.models import User
from games.errors import GameError, NoSuchGame
from games.live.table import NOT_SEATED
from games.play.selectors import visible_game


class NotSeated(GameError):
    """The account sees the game and plays none of its seats."""

    code = "not_seated"
    status = 403
    words = NOT_SEATED


@contextmanager
def for_players(public_id: str, user: User) -> Iterator[None]:
    """Raise NotSeated instead of NoSuchGame if the account may see the game. One query, only then."""
    try:
        yield
    except NoSuchGame as missing:
        visible_game(public_id, user)
        raise NotSeated(public_id) from missing
