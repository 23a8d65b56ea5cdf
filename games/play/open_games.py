"""Seats in open games of one account, found by an index whatever the account's past."""

from typing import Any, Final

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import BooleanField, F, Func, Q

from games.models import Seat

_OWNED: Final = Q(is_open=True, kind=Seat.Kind.PERSON)
_HELD: Final = Q(is_open=True)


def owned_in_open_games(user: Any) -> Q:
    """The condition that the account owns the seat as a person and the game is not over."""
    return _OWNED & Q(_in_games(Q(_OWNED, user_id=user)), user_id=user)


def held_in_open_games(user: Any) -> Q:
    """The condition that the account plays the seat now and the game is not over."""
    return _HELD & Q(_in_games(Q(_HELD, held_by_id=user)), held_by_id=user)


def _in_games(seats: Q) -> Func:
    """The condition that the game is one of those with such seats. It changes no result, but what PostgreSQL expects.
    It takes a tenth of anyone's seats for open ones, as of all seats. So for a person with a long past it expected
    hundreds, and read all running games of the site to join them. Of an array it expects ten elements.
    """
    games = ArraySubquery(Seat.objects.filter(seats).order_by().values("game_id"))
    return Func(F("game_id"), games, template="%(expressions)s)", arg_joiner=" = ANY(", output_field=BooleanField())
