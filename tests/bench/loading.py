"""Many waiting games, copied inside the database."""

from datetime import datetime, timedelta

from django.db import connection

from games.models import Deadline, Game

_GAMES = """
INSERT INTO games_game
SELECT (jsonb_populate_record(game, jsonb_build_object(
    'id', %(first)s + number, 'public_id', 'copy-' || (%(first)s + number),
    'invite_token', 'copy-' || (%(first)s + number),
    'anchor', lpad(to_hex(%(first)s + number), 64, '0')))).*
FROM games_game game, generate_series(1, %(count)s) number WHERE game.id = %(game)s
"""
_DEADLINES = """
INSERT INTO games_deadline
SELECT (jsonb_populate_record(row, jsonb_build_object(
    'game_id', %(first)s + number, 'due_at', %(due)s::timestamptz + number * interval '1 second',
    'next_at', %(due)s::timestamptz + number * interval '1 second'))).*
FROM games_deadline row, generate_series(1, %(count)s) number WHERE row.game_id = %(game)s
"""


def waiting_games_load(game: Game, count: int, *, due: datetime) -> list[int]:
    """Copy a running game and its clock `count` times, due a second apart from `due` on.

    Returns the copies' ids, the first due first. They have no seats: for sweeps only.
    """
    first = Game.objects.order_by("-pk").values_list("pk", flat=True)[0] + 1
    names: dict[str, int | datetime] = {"first": first, "count": count, "game": game.pk, "due": due}
    with connection.cursor() as cursor:
        cursor.execute(_GAMES, names)
        cursor.execute(_DEADLINES, names)
        cursor.execute("ANALYZE games_deadline")
    return [first + number for number in range(1, count + 1)]


def settle() -> None:
    """Let the server finish its work after loading. Call outside a transaction."""
    with connection.cursor() as cursor:
        for table in ("games_game", "games_deadline"):
            cursor.execute(f"VACUUM ANALYZE {table}")
        cursor.execute("CHECKPOINT")


def make_due(ids: list[int], at: datetime) -> None:
    """Make these games, and no other loaded ones, due at `at`."""
    Deadline.objects.filter(pk__in=ids).update(next_at=at, due_at=at)


LATER = timedelta(days=30)
