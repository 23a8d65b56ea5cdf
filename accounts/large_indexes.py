"""Operations of migrations on tables that have many rows."""

from __future__ import annotations

from typing import Any, Final

from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import ProjectState

# An interrupted build leaves an index that nothing uses, and that each write maintains.
_LEFT_OVER: Final = """
SELECT FROM pg_index WHERE indexrelid = to_regclass(%s) AND NOT indisvalid
"""


class AddLargeIndex(AddIndexConcurrently):
    """Build an index while the site goes on reading and writing. Its migration has `atomic = False`, and nothing else.

    A restore migrates in its transaction, where no index is built concurrently, and nothing else uses the tables.
    """

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        connection = schema_editor.connection
        if connection.in_atomic_block:
            migrations.AddIndex.database_forwards(self, app_label, schema_editor, from_state, to_state)
            return
        with connection.cursor() as cursor:
            cursor.execute(_LEFT_OVER, [self.index.name])
            left_over = cursor.fetchone() is not None
        if left_over:
            schema_editor.execute(f"DROP INDEX CONCURRENTLY {schema_editor.quote_name(self.index.name)}")
        super().database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        kind = migrations.AddIndex if schema_editor.connection.in_atomic_block else AddIndexConcurrently
        kind.database_backwards(self, app_label, schema_editor, from_state, to_state)


class RemoveLargeIndex(RemoveIndexConcurrently):
    """Drop an index without waiting in front of others. Its migration has `atomic = False`, and nothing else."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        kind = migrations.RemoveIndex if schema_editor.connection.in_atomic_block else RemoveIndexConcurrently
        kind.database_forwards(self, app_label, schema_editor, from_state, to_state)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        kind = migrations.RemoveIndex if schema_editor.connection.in_atomic_block else RemoveIndexConcurrently
        kind.database_backwards(self, app_label, schema_editor, from_state, to_state)
