"""Stores a turn that ends no hand: all rows it changes, in one statement."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from django.db import connection
from django.db.models import Field, JSONField, Model
from psycopg.types.json import Jsonb

from accounts.models.prepared_query import pipeline
from games.models import Deadline, Game, Hand, Move, Seat
from games.models.deadline import ACTIVE_STEP
from games.play.cached_state import TURN_CACHE
from games.play.clock.deadline import REWRITTEN
from games.play.locking import LockedGame

MOVE: Final = ("hand", "number", "seat", "turn", "by", "actor", "version", "created_at")
HAND: Final = ("state", "turns_count")
SEAT: Final = ("acted_at", "timeouts", "turns_in_time")
DEADLINE: Final = ("game", *REWRITTEN)


def turn_store(locked: LockedGame, move: Move, deadline: Deadline, *, commits: bool) -> None:
    """Save the move, its seat, and what hand, game and deadline repeat. One round trip.

    `commits`: nothing more is written, so the same round trip commits, and Django finds nothing left to commit.
    """
    rows: list[tuple[Model, tuple[str, ...], bool]] = [
        (move, MOVE, False),
        (locked.game, TURN_CACHE, True),
        (locked.hand, HAND, True),
        (locked.seats[move.seat], SEAT, True),
        (deadline, DEADLINE, False),
    ]
    parameters = [value for row, names, keyed in rows for value in _values(row, names, keyed=keyed)]
    with connection.cursor() as cursor, connection.cursor() as end:
        with pipeline():
            cursor.execute(STATEMENT, parameters)
            # Within another transaction, as in a test, there is nothing to commit yet.
            if commits and len(connection.atomic_blocks) == 1:
                end.execute("COMMIT")
        (move.pk,) = cursor.fetchone()
    move._state.adding = deadline._state.adding = False
    move._state.db = deadline._state.db = connection.alias


def _values(row: Model, names: tuple[str, ...], *, keyed: bool) -> list[Any]:
    """As the driver takes them: only JSON is wrapped."""
    values = [_value(row, field) for field in _fields(type(row), names)]
    return [*values, row.pk] if keyed else values


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
    columns = ", ".join(_columns(model, names))
    places = ", ".join(["%s"] * len(names))
    return f'INSERT INTO "{model._meta.db_table}" AS {alias} ({columns}) VALUES ({places})'  # noqa: S608


def _update(model: type[Model], names: tuple[str, ...]) -> str:
    changes = ", ".join(f"{column} = %s" for column in _columns(model, names))
    return f'UPDATE "{model._meta.db_table}" SET {changes} WHERE "{model._meta.pk.column}" = %s'  # noqa: S608


# What indexes hold stays while it is not later than it may be, so that the update is HOT. `since` is the turn's time.
KEPT: Final = {
    "next_at": "d.next_at BETWEEN EXCLUDED.since AND EXCLUDED.next_at",
    "active_at": f"d.active_at > EXCLUDED.active_at - interval '{ACTIVE_STEP.total_seconds():.0f} seconds'",
}


def _overwrite(names: tuple[str, ...]) -> str:
    changes = ", ".join(_change(name, column) for name, column in zip(names, _columns(Deadline, names), strict=True))
    return f'ON CONFLICT ("game_id") DO UPDATE SET {changes}'


def _change(name: str, column: str) -> str:
    fresh = f"EXCLUDED.{column}"
    return (
        f"{column} = CASE WHEN {KEPT[name]} THEN d.{column} ELSE {fresh} END" if name in KEPT else f"{column} = {fresh}"
    )


STATEMENT: Final = f"""
WITH move AS ({_insert(Move, MOVE, "m")} RETURNING id),
game AS ({_update(Game, TURN_CACHE)}),
hand AS ({_update(Hand, HAND)}),
seat AS ({_update(Seat, SEAT)}),
deadline AS ({_insert(Deadline, DEADLINE, "d")} {_overwrite(REWRITTEN)})
SELECT id FROM move
"""  # noqa: S608
