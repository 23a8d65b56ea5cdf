"""Versions of rows, by which a process knows whether what it remembers of a game still holds.

PostgreSQL keeps in each row the transaction that wrote it, `xmin`: whatever changes a row, in whichever process,
changes that.
"""

from __future__ import annotations

from typing import Final

from django.db.models import TextField
from django.db.models.expressions import RawSQL

from accounts.models import User
from games.models import Deadline, Game, Hand, Preferences, Seat, StandingOrders

# The versions of three rows, in a query of seats that joins holders, their preferences and their orders.
PEOPLE: Final = RawSQL(  # noqa: S611
    f"""concat_ws(' ', "{User._meta.db_table}".xmin, coalesce("{Preferences._meta.db_table}".xmin::text, '-'),
    coalesce("{StandingOrders._meta.db_table}".xmin::text, '-'))""",
    (),
    output_field=TextField(),
)
_PEOPLE_OF_SEATS: Final = f"""
SELECT array_agg(concat_ws(' ', u.xmin, coalesce(p.xmin::text, '-'), coalesce(o.xmin::text, '-')) ORDER BY s.number)
FROM "{Seat._meta.db_table}" s
JOIN "{User._meta.db_table}" u ON u.id = s.held_by_id
LEFT JOIN "{Preferences._meta.db_table}" p ON p.user_id = u.id
LEFT JOIN "{StandingOrders._meta.db_table}" o ON o.seat_id = s.id
WHERE s.game_id = g.id AND s.number = ANY (%s::smallint[])
"""  # noqa: S608
# What turns read of all seats. The rows' versions also change when their players look at the game, chat, or sort their
# cards, of which others' turns must not tell by their time.
_SEATS: Final = f"""
SELECT array_agg(concat_ws(' ', s.user_id, s.held_by_id, s.kind, s.timeouts, s.turns_in_time) ORDER BY s.number)
FROM "{Seat._meta.db_table}" s WHERE s.game_id = g.id
"""  # noqa: S608
LOCK: Final = f'SELECT FROM "{Game._meta.db_table}" WHERE id = %s AND xmin::text = %s FOR UPDATE'
"""The game, unless another transaction wrote it since."""
FITS: Final = f"""
SELECT 1 AS fit FROM "{Game._meta.db_table}" g, "{Hand._meta.db_table}" h, "{Deadline._meta.db_table}" d
WHERE g.id = %s AND h.id = %s AND d.game_id = g.id AND %s = ALL (ARRAY[g.xmin::text, h.xmin::text, d.xmin::text])
AND %s = ({_SEATS}) AND %s = ({_PEOPLE_OF_SEATS})
"""  # noqa: S608
"""A row if nothing else has written the game, its hand and clock, what turns read of its seats, and the people of those
that are named."""


def seat_text(seat: Seat) -> str:
    """The text that FITS compares for this seat."""
    return f"{seat.user_id} {seat.held_by_id} {seat.kind} {seat.timeouts} {seat.turns_in_time}"


def people_version(seat: Seat) -> str:
    """The versions of the people's rows of a seat that was read with `PEOPLE` as `people`."""
    version: str = getattr(seat, "people")  # noqa: B009 # an annotation
    return version
