"""Operations of migrations. Migrations name this module: leave it where it is."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations import AlterField, CreateModel
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from pgtrigger.migrations import AddTrigger


def together(operations: Iterable[Operation]) -> list[Operation]:
    """Join adjacent operations that may run together. Only for operations that do not change what an earlier
    one made.
    """
    found: list[Operation] = []
    for operation in operations:
        if not isinstance(operation, (AddTrigger, AlterField, CreateModel)):
            found.append(operation)
        elif found and isinstance(found[-1], Together):
            found[-1].operations.append(operation)
        else:
            found.append(Together([operation]))
    return found


class Together(Operation):
    """Consecutive operations that run as one. Django rebuilds all related models after each operation, which took most
    of a first start; this rebuilds them once, after the last.
    """

    reduces_to_sql = True

    def __init__(self, operations: list[Operation]) -> None:
        self.operations = operations

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        made = state.__dict__.pop("apps", None)
        for operation in self.operations:
            operation.state_forwards(app_label, state)
        if made is not None:
            state.apps = made
            state.reload_models(sorted({(app_label, _model(operation)) for operation in self.operations}), delay=False)

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        for operation in self.operations:
            operation.database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        for operation in reversed(self.operations):
            # A trigger looks for its model in the state before it, which here may be one without the model.
            before = from_state if isinstance(operation, AddTrigger) else to_state
            operation.database_backwards(app_label, schema_editor, from_state, before)

    def describe(self) -> str:
        return "; ".join(operation.describe() for operation in self.operations)


def _model(operation: Operation) -> str:
    return str(getattr(operation, "model_name", "") or getattr(operation, "name", "")).lower()
