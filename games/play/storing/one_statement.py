"""Stores a turn by a single statement, in one round trip."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from django.db import connection
from django.db.models import Field, JSONField, Model
from psycopg.types.json import Jsonb

from accounts.fast.pipeline import execute, pipeline
from games.models import Deadline, Game, Hand, Move, Seat
from games.models.deadline import ACTIVE_STEP
from games.play.clock.deadline import REWRITTEN
from games.play.derived import DERIVED_BY_TURN, DERIVED_OF_HAND_BY_TURN
from games.play.locking import LockedGame
from games.play.storing.move import SEAT

MOVE: Final = ("hand", "number", "seat", "turn", "by", "actor", "version", "created_at")
DEADLINE: Final = ("game", *REWRITTEN)
# Indexed columns keep a value that is still good, so that the update is HOT: `next_at` may be early, `active_at` late.
# `since` is the turn's time.
STABLE_COLUMNS: Final = {
    "next_at": "d.next_at BETWEEN EXCLUDED.since AND EXCLUDED.next_at",
    "active_at": f"d.active_at > EXCLUDED.active_at - interval '{ACTIVE_STEP.total_seconds():.0f} seconds'",
}


def turn_save(locked: LockedGame, move: Move, deadline: Deadline) -> str:
    """Save what `plain.turn_save` saves. Returns the `xmin` of the rows, which is the id of the transaction that wrote
    them.
    """
    parameters = [
        *_values(move, MOVE),
        *(*_values(locked.game, DERIVED_BY_TURN), locked.game.pk),
        *(*_values(locked.hand, DERIVED_OF_HAND_BY_TURN), locked.hand.pk),
        *(*_values(locked.seats[move.seat], SEAT), locked.seats[move.seat].pk),
        *_values(deadline, DEADLINE),
    ]
    with pipeline():
        # Without types, one prepared statement takes numbers of any size and columns without a value.
        reply = execute(statement(), parameters, typed=False)
    ((move.pk, row_version),) = reply.rows
    for row in (move, deadline):
        row._state.adding, row._state.db = False, connection.alias
    return str(row_version)


@cache
def statement() -> str:
    return f"""
WITH move AS ({_insert(Move, MOVE, "m")} RETURNING m.id, m.xmin::text),
game AS ({_update(Game, DERIVED_BY_TURN)}),
hand AS ({_update(Hand, DERIVED_OF_HAND_BY_TURN)}),
seat AS ({_update(Seat, SEAT)}),
deadline AS ({_insert(Deadline, DEADLINE, "d")} ON CONFLICT ("game_id") DO UPDATE SET {_changes()})
SELECT * FROM move
"""  # noqa: S608


def _values(row: Model, names: tuple[str, ...]) -> list[Any]:
    """The row's values as psycopg takes them: only JSON has to be wrapped."""
    return [_value(row, field) for field in _fields(type(row), names)]


def _value(row: Model, field: Field[Any, Any]) -> Any:
    value = getattr(row, field.attname)
    return Jsonb(value) if value is not None and isinstance(field, JSONField) else value


@cache
def _fields(model: type[Model], names: tuple[str, ...]) -> list[Field[Any, Any]]:
    fields = {field.name: field for field in model._meta.concrete_fields}
    return [fields[name] for name in names]


# Names of tables and columns come from the models, values from parameters.
def _columns(model: type[Model], names: tuple[str, ...]) -> list[str]:
    return [f'"{field.column}"' for field in _fields(model, names)]


def _insert(model: type[Model], names: tuple[str, ...], alias: str) -> str:
    columns, values = ", ".join(_columns(model, names)), ", ".join(["%s"] * len(names))
    return f'INSERT INTO "{model._meta.db_table}" AS {alias} ({columns}) VALUES ({values})'  # noqa: S608


def _update(model: type[Model], names: tuple[str, ...]) -> str:
    changes = ", ".join(f"{column} = %s" for column in _columns(model, names))
    return f'UPDATE "{model._meta.db_table}" SET {changes} WHERE "{model._meta.pk.column}" = %s'  # noqa: S608


def _changes() -> str:
    return ", ".join(map(_change, REWRITTEN, _columns(Deadline, REWRITTEN)))


def _change(name: str, column: str) -> str:
    stays = STABLE_COLUMNS.get(name)
    fresh = f"EXCLUDED.{column}"
    return f"{column} = CASE WHEN {stays} THEN d.{column} ELSE {fresh} END" if stays else f"{column} = {fresh}"
