"""Append-only tables: `triggers = APPEND_ONLY` in a model's Meta."""

from __future__ import annotations

from typing import Final

import pgtrigger
from django.db.models import Model
from pgtrigger.compiler import Trigger as CompiledTrigger
from pgtrigger.compiler import UpsertTriggerSql

REFUSE: Final = "RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';"


class FirmTriggerSql(UpsertTriggerSql):
    """A trigger that no session setting switches off, unlike the library's (`pgtrigger.ignore`). Migrations name this
    class and keep a digest of the template: do not change it, write another.
    """

    def get_template(self) -> str:
        return """
            CREATE OR REPLACE FUNCTION {pgid}() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                {func}
            END
            $$;
            DROP TRIGGER IF EXISTS {pgid} ON {table};
            CREATE TRIGGER {pgid} {when} {operation} ON {table} FOR EACH {level} EXECUTE FUNCTION {execute};
            COMMENT ON TRIGGER {pgid} ON {table} IS '{hash}';
        """


class FirmTrigger(pgtrigger.Trigger):
    def compile(self, model: Model) -> CompiledTrigger:
        made = super().compile(model)
        return CompiledTrigger(name=made.name, sql=FirmTriggerSql(**made.sql.kwargs))


APPEND_ONLY: Final = [
    FirmTrigger(name="append_only", when=pgtrigger.Before, operation=pgtrigger.Update | pgtrigger.Delete, func=REFUSE),
    # This also refuses TRUNCATE ... CASCADE of a table it refers to, and so `manage.py flush`.
    FirmTrigger(
        name="no_truncate",
        when=pgtrigger.Before,
        operation=pgtrigger.Truncate,
        level=pgtrigger.Statement,
        func=REFUSE,
    ),
]
