"""Versions of rows, by which a process knows whether what it remembers of a game still holds.

PostgreSQL keeps in each row the transaction that wrote it, `xmin`: whatever changes a row, in whichever process,
changes that.
"""

from __future__ import annotations

from typing import Any, Final

from django.db import connection

from accounts.models import User
from accounts.models.quick_statement import QuickStatement
from games.models import Deadline, Game, Hand, Preferences, Seat, StandingOrders

# Of a seat, its holder, and their preferences and orders if they have any, in the order of seats.
_OF_SEATS: Final = f"""
SELECT array_agg(concat_ws(' ', s.xmin, u.xmin, coalesce(p.xmin::text, '-'), coalesce(o.xmin::text, '-'))
    ORDER BY s.number)
FROM "{Seat._meta.db_table}" s
JOIN "{User._meta.db_table}" u ON u.id = s.held_by_id
LEFT JOIN "{Preferences._meta.db_table}" p ON p.user_id = u.id
LEFT JOIN "{StandingOrders._meta.db_table}" o ON o.seat_id = s.id
"""  # noqa: S608
_READ: Final = f"""
{_OF_SEATS} WHERE s.game_id = (SELECT id FROM "{Game._meta.db_table}" WHERE public_id = %s)
"""  # noqa: S608
LOCK: Final = QuickStatement(
    "lock_of_known_game", f'SELECT FROM "{Game._meta.db_table}" WHERE id = %s AND xmin::text = %s FOR UPDATE'
)
"""The game, unless another transaction wrote it since."""
FITS: Final = f"""
SELECT 1 AS fit FROM "{Game._meta.db_table}" g, "{Hand._meta.db_table}" h, "{Deadline._meta.db_table}" d
WHERE g.id = %s AND h.id = %s AND d.game_id = g.id AND %s = ALL (ARRAY[g.xmin::text, h.xmin::text, d.xmin::text])
AND %s = ({_OF_SEATS} WHERE s.game_id = g.id)
"""  # noqa: S608
"""A row if nothing else has written the game, its hand and clock, nor what is read with its seats."""


def send(public_id: str) -> Any:
    """Ask for those of a game's seats, within a pipeline."""
    cursor = connection.cursor()
    cursor.execute(_READ, [public_id])
    return cursor


def fetch(cursor: Any) -> list[str]:
    with cursor:
        (found,) = cursor.fetchone()
        return list(found or ())


def written(seat_version: str, version: str) -> str:
    """Of a seat whose row was written, and nothing else that is read with it.

    What turns read of a seat is written only by who holds the game's lock, but for `looked_at`: that may be older than
    it seems, by which a notice is due earlier and then postponed.
    """
    return f"{version} {seat_version.partition(' ')[2]}"
