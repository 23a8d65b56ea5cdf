"""Runs in a shell of the site: a game with its followers' tokens, and the database's connections."""

from __future__ import annotations

from django.db import connection

from accounts.models import User
from accounts.tokens.services import token_make
from games.lobby.services import NewGame
from games.models import Game
from odinsite.web.limits import SOCKETS_OF_A_SESSION
from tests.bench.streams.following import Stage
from tests.embedded.accounts import account_make
from tests.factories import make_game

LONGEST = 30
"""The target of the game, the highest there is, so that it doesn't end during the run."""


def stage_make(streams: int) -> Stage:
    count = max(-(-streams // SOCKETS_OF_A_SESSION), 2)
    people = [_person(number) for number in range(count)]
    game = make_game(people[:2], NewGame(seats=2, target=LONGEST, undo=False))
    texts = [token_make(user=user, name="bench", scopes=["read", "play"], days=30).text for user in people]
    return Stage(game=Game.objects.get(pk=game.pk).public_id, tokens=texts)


def _person(number: int) -> User:
    account_make(f"follower{number}")
    return User.objects.get(handle=f"follower{number}")


def connections() -> int:
    """The database's open connections of other processes than this one."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid != pg_backend_pid()"
        )
        [count] = cursor.fetchone()
    return int(count)
