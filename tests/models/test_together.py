"""Operations of migrations, done together."""

from typing import Any

import pgtrigger
from django.db import connection, migrations, models
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from pgtrigger.migrations import AddTrigger

from accounts.models.together import Together, together


def made(name: str, *fields: "tuple[str, models.Field[Any, Any]]") -> migrations.CreateModel:
    return migrations.CreateModel(name, [("id", models.BigAutoField(primary_key=True)), *fields])


def table(*, db_index: bool = True) -> "models.ForeignKey[Any, Any]":
    return models.ForeignKey("lay.Table", models.CASCADE, related_name="guests", db_index=db_index)


TRIGGER = AddTrigger(
    "guest", pgtrigger.Trigger(name="leave", when=pgtrigger.Before, operation=pgtrigger.Delete, func="RETURN OLD;")
)
CREATED = (made("Table", ("size", models.IntegerField())), made("Guest", ("table", table())), TRIGGER)
ALTERED = (
    migrations.AlterField("Table", "size", models.BigIntegerField(null=True)),
    migrations.AlterField("Guest", "table", table(db_index=False)),
)
NEITHER = migrations.RunSQL("SELECT 1")


def after(*operations: Operation) -> ProjectState:
    """The state after the operations, with its models made before, as when a database is migrated."""
    state = ProjectState()
    assert state.apps
    for operation in operations:
        operation.state_forwards("lay", state)
    return state


def columns() -> dict[str, str]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT table_name || '.' || column_name, data_type FROM information_schema.columns"
            " WHERE table_name LIKE 'lay_%' UNION ALL SELECT indexname, indexdef FROM pg_indexes"
            " WHERE tablename LIKE 'lay_%' UNION ALL SELECT tgname, 'trigger' FROM pg_trigger"
            " WHERE tgrelid::regclass::text LIKE 'lay_%' AND NOT tgisinternal"
        )
        return dict(cursor.fetchall())


def test_neighbours_alone_are_joined() -> None:
    first, neither, second = together([*CREATED, NEITHER, *ALTERED])
    assert neither is NEITHER
    assert isinstance(first, Together)
    assert isinstance(second, Together)
    assert (first.operations, second.operations) == ([*CREATED], [*ALTERED])


def test_the_models_are_those_of_one_operation_after_the_other() -> None:
    found, expected = after(*together([*CREATED, NEITHER, *ALTERED])), after(*CREATED, *ALTERED)
    assert found == expected
    for state in (found, expected):
        guest, laid = (state.apps.get_model("lay", name) for name in ("Guest", "Table"))
        assert guest._meta.get_field("table").remote_field.model is laid
        assert [relation.related_model for relation in laid._meta.related_objects] == [guest]
        assert (laid._meta.get_field("size").null, guest._meta.get_field("table").db_index) == (True, False)


def test_the_tables_are_made_changed_and_taken_back(db: None) -> None:
    steps = (Together([*CREATED]), Together([*ALTERED]))
    states = [after(), after(*CREATED), after(*CREATED, *ALTERED)]
    seen = [columns()]
    for step, before, then in zip(steps, states, states[1:], strict=False):
        with connection.schema_editor() as editor:
            step.database_forwards("lay", editor, before, then)
        seen.append(columns())
    assert seen[0] == {}
    assert [*seen[1].values()].count("trigger") == 1
    assert (seen[1]["lay_table.size"], seen[2]["lay_table.size"]) == ("integer", "bigint")
    assert len(seen[1]) == len(seen[2]) + 1, "the foreign key's index is gone"
    for step, before, then in reversed(list(zip(steps, states, states[1:], strict=False))):
        with connection.schema_editor() as editor:
            step.database_backwards("lay", editor, then, before)
        assert columns() == seen[states.index(before)]
