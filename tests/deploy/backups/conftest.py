"""Backed up sites."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from django.db import connection
from pytest_django import DjangoDbBlocker

from tests.deploy.backups.databases import (
    backup_of,
    database,
    role,
    using,
)
from tests.deploy.backups.world import World, populate, restore
from tests.emptying import state_back


@pytest.fixture(scope="session")
def world(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[World]:
    own = connection.settings_dict["NAME"]
    with ExitStack() as stack:
        with django_db_blocker.unblock(), pytest.MonkeyPatch.context() as patch:
            patch.setenv("ODIN_DATA", str(tmp_path_factory.mktemp("data")))
            try:
                populate()
                file = backup_of(tmp_path_factory.mktemp("backup"))
            finally:
                state_back()
            # Not a superuser, as on hosted databases.
            owner = stack.enter_context(role(f"{own}_owner"))
            moved = stack.enter_context(database(f"{own}_moved", owner=owner))
            with using(moved, user=owner):
                restore(file, "--nothing-since")
        yield World(file, moved, owner)


@pytest.fixture
def site(world: World, transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    monkeypatch.setenv("ODIN_DATA", str(tmp_path.parent))
    with database(f"{world.moved}_copy", like=world.moved, owner=world.owner) as copy, using(copy, user=world.owner):
        yield World(world.file, copy, world.owner)
