"""The migrations of releases, and the SQL of those since."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from django.db import connection
from django.db.migrations import Migration
from django.db.migrations.loader import MigrationLoader

from odinsite.backup.archive import reading
from odinsite.backup.tables import Step

OURS: Final = ("accounts", "games")


def _numbers(path: Path) -> list[int]:
    return [int(number) for number in path.stem.split(".")]


RELEASES: Final = sorted(Path(__file__).resolve().parent.glob("*.zip"), key=_numbers)

# The column types are Django's. `manage.py migrate` limits the waits, and `AddLargeIndex` can be repeated.
LEFT_OUT: Final = (
    *("prefer-text-field", "prefer-bigint-over-int", "prefer-bigint-over-smallint", "prefer-identity"),
    *("prefer-robust-stmts", "require-lock-timeout", "require-statement-timeout"),
)
# A migration's own exception, with its reason.
EXCEPTION: Final = re.compile(r"^# squawk-ignore ([\w-]+): .{10,}$", re.MULTILINE)


def released(path: Path) -> list[Step]:
    with reading(path) as backup:
        return backup.manifest.migrations


def migrations_since(steps: list[Step]) -> Iterator[Migration]:
    loader = MigrationLoader(connection, replace_migrations=False)
    for step, migration in sorted(loader.disk_migrations.items()):
        if step[0] in OURS and step not in steps:
            yield migration


def sql_of(migration: Migration) -> str:
    """The migration's SQL, in the transaction that it runs in. One that is no file comes after all others."""
    loader = MigrationLoader(connection, replace_migrations=False)
    step = migration.app_label, migration.name
    state = loader.project_state(step, at_end=False) if step in loader.graph.nodes else loader.project_state()
    with connection.schema_editor(collect_sql=True, atomic=migration.atomic) as editor:
        migration.apply(state, editor, collect_sql=True)
    text = "\n".join(editor.collected_sql)
    return f"BEGIN;\n{text}\nCOMMIT;\n" if migration.atomic else text


def faults(text: str, exceptions: tuple[str, ...] = ()) -> list[str]:
    """The rules that the SQL breaks (squawkhq.com), each with its line."""
    tools = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    program = shutil.which("squawk", path=tools)
    assert program, "squawk comes with tests/requirements.lock"
    command = [program, "--pg-version=15", "--reporter=json", f"--exclude={','.join((*LEFT_OUT, *exceptions))}"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False, timeout=60)
    found: list[dict[str, Any]] = json.loads(done.stdout or "[]")
    assert found or done.returncode == 0, done.stderr
    lines = text.splitlines()
    return [f"{fault['rule_name']}: {lines[fault['line']]}" for fault in found]


def exceptions_of(migration: Migration) -> tuple[str, ...]:
    file = sys.modules[type(migration).__module__].__file__
    assert file
    return tuple(EXCEPTION.findall(Path(file).read_text(encoding="utf-8")))
