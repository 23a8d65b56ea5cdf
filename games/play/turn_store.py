"""Stores a turn: all rows it changes in one statement, or its move and seat where it ends a hand."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from django.db import connection
from django.db.models import Field, JSONField, Model
from psycopg.types.json import Jsonb

from games.models import Deadline, Game, Hand, Move, Seat
from games.models.deadline import ACTIVE_STEP
from games.play import row_versions
from games.play.cached_state import TURN_CACHE
from games.play.clock.deadline import REWRITTEN
from games.play.errors import NotKnown
from games.play.locking import LockedGame

MOVE: Final = ("hand", "number", "seat", "turn", "by", "actor", "version", "created_at")
HAND: Final = ("state", "turns_count")
SEAT: Final = ("acted_at", "timeouts", "turns_in_time")
DEADLINE: Final = ("game", *REWRITTEN)


def turn_store(locked: LockedGame, move: Move, deadline: Deadline) -> None:
    """Save the move, its seat, and what hand, game and deadline repeat. One round trip.

    Raises NotKnown if rows that are remembered from an earlier turn have changed; then nothing is stored.
    """
    rows: list[tuple[Model, tuple[str, ...], bool]] = [
        (move, MOVE, False),
        (locked.game, TURN_CACHE, True),
        (locked.hand, HAND, True),
        (locked.seats[move.seat], SEAT, True),
        (deadline, DEADLINE, False),
    ]
    parameters = [value for row, names, keyed in rows for value in _values(row, names, keyed=keyed)]
    known = bool(locked.turn_version)
    move.pk, locked.turn_version = _store_if_known(locked, parameters) if known else _store(parameters)
    move._state.adding = deadline._state.adding = False
    move._state.db = deadline._state.db = connection.alias


def move_store(locked: LockedGame, move: Move) -> None:
    """Save the move and its seat. One query."""
    parameters = [*_values(move, MOVE, keyed=False), *_values(locked.seats[move.seat], SEAT, keyed=True)]
    with connection.cursor() as cursor:
        cursor.execute(_move_statement(), parameters)
        (move.pk,) = cursor.fetchone()
    move._state.adding, move._state.db = False, connection.alias


def _store(parameters: list[Any]) -> tuple[int, str]:
    with connection.cursor() as cursor:
        cursor.execute(statement(checked=False), parameters)
        stored: tuple[int, str] = cursor.fetchone()
        return stored


def _store_if_known(locked: LockedGame, parameters: list[Any]) -> tuple[int, str]:
    """Lock the game, and compare its rows' versions with those that are remembered. Raises NotKnown."""
    people = sorted(locked.known_people.items())
    known = [
        *(locked.game.pk, locked.hand.pk, locked.turn_version, locked.known_seats),
        *([version for _seat, version in people], [seat for seat, _version in people]),
    ]
    opened = connection.connection
    with opened.pipeline():
        opened.execute(row_versions.LOCK, [locked.game.pk, locked.turn_version])
        cursor = opened.execute(statement(checked=True), [*known, *parameters])
    stored: tuple[int, str] | None = cursor.fetchone()
    if stored is None:
        raise NotKnown
    return stored


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


def _insert(model: type[Model], names: tuple[str, ...], alias: str, *, checked: bool) -> str:
    columns = ", ".join(_columns(model, names))
    # Only VALUES tells PostgreSQL the types.
    typed = [f"%s::{field.db_type(connection)}" for field in _fields(model, names)]
    values = f"SELECT {', '.join(typed)} FROM fits" if checked else f"VALUES ({', '.join(['%s'] * len(names))})"  # noqa: S608
    return f'INSERT INTO "{model._meta.db_table}" AS {alias} ({columns}) {values}'


def _update(model: type[Model], names: tuple[str, ...], *, checked: bool) -> str:
    changes = ", ".join(f"{column} = %s" for column in _columns(model, names))
    only = " FROM fits" if checked else ""
    return f'UPDATE "{model._meta.db_table}" SET {changes}{only} WHERE "{model._meta.pk.column}" = %s'  # noqa: S608


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


@cache
def _move_statement() -> str:
    return f"""
WITH move AS ({_insert(Move, MOVE, "m", checked=False)} RETURNING m.id), seat AS ({_update(Seat, SEAT, checked=False)})
SELECT id FROM move
"""  # noqa: S608


@cache
def statement(*, checked: bool) -> str:
    """Returns the move's id and its row's version, which all rows written by it share. `checked`: or nothing, and
    writes nothing, unless all remembered rows have the versions that are its first parameters.
    """
    fits = f"fits AS MATERIALIZED ({row_versions.FITS})," if checked else ""
    return f"""
WITH {fits}
move AS ({_insert(Move, MOVE, "m", checked=checked)} RETURNING m.id, m.xmin::text),
game AS ({_update(Game, TURN_CACHE, checked=checked)}),
hand AS ({_update(Hand, HAND, checked=checked)}),
seat AS ({_update(Seat, SEAT, checked=checked)}),
deadline AS ({_insert(Deadline, DEADLINE, "d", checked=checked)} {_overwrite(REWRITTEN)})
SELECT * FROM move
"""  # noqa: S608
