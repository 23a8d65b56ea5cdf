"""Stores a turn that ends no hand: all rows it changes, in one statement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.db import connection
from django.db.models import Field, Model

from games.models import Deadline, Game, Hand, Move, Seat
from games.play.cached_state import GAME_CACHE
from games.play.clock.deadline import REWRITTEN
from games.play.locking import LockedGame

MOVE: Final = ("hand", "number", "seat", "turn", "by", "actor", "version", "created_at")
HAND: Final = ("state", "turns_count")
SEAT: Final = ("acted_at", "timeouts", "turns_in_time")
DEADLINE: Final = ("game", *REWRITTEN)


def turn_store(locked: LockedGame, move: Move, deadline: Deadline) -> None:
    """Save the move, its seat, and what hand, game and deadline repeat. One round trip."""
    rows: list[tuple[Model, Sequence[str], bool]] = [
        (move, MOVE, False),
        (locked.game, GAME_CACHE, True),
        (locked.hand, HAND, True),
        (locked.seats[move.seat], SEAT, True),
        (deadline, DEADLINE, False),
    ]
    parameters = [value for row, names, keyed in rows for value in _values(row, names, keyed=keyed)]
    with connection.cursor() as cursor:
        cursor.execute(STATEMENT, parameters)
        (move.pk,) = cursor.fetchone()
    move._state.adding = deadline._state.adding = False
    move._state.db = deadline._state.db = connection.alias


def _values(row: Model, names: Sequence[str], *, keyed: bool) -> list[Any]:
    fields = _fields(type(row), names)
    values = [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]
    return [*values, row.pk] if keyed else values


def _fields(model: type[Model], names: Sequence[str]) -> list[Field[Any, Any]]:
    fields = {field.name: field for field in model._meta.concrete_fields}
    return [fields[name] for name in names]


# Names of tables and columns come from the models, values from parameters.
def _columns(model: type[Model], names: Sequence[str]) -> list[str]:
    return [f'"{field.column}"' for field in _fields(model, names)]


def _insert(model: type[Model], names: Sequence[str]) -> str:
    columns = ", ".join(_columns(model, names))
    places = ", ".join(["%s"] * len(names))
    return f'INSERT INTO "{model._meta.db_table}" ({columns}) VALUES ({places})'  # noqa: S608


def _update(model: type[Model], names: Sequence[str]) -> str:
    changes = ", ".join(f"{column} = %s" for column in _columns(model, names))
    return f'UPDATE "{model._meta.db_table}" SET {changes} WHERE "{model._meta.pk.column}" = %s'  # noqa: S608


def _overwrite(names: Sequence[str]) -> str:
    changes = ", ".join(f"{column} = EXCLUDED.{column}" for column in _columns(Deadline, names))
    return f'ON CONFLICT ("game_id") DO UPDATE SET {changes}'


STATEMENT: Final = f"""
WITH move AS ({_insert(Move, MOVE)} RETURNING id),
game AS ({_update(Game, GAME_CACHE)}),
hand AS ({_update(Hand, HAND)}),
seat AS ({_update(Seat, SEAT)}),
deadline AS ({_insert(Deadline, DEADLINE)} {_overwrite(REWRITTEN)})
SELECT id FROM move
"""  # noqa: S608
