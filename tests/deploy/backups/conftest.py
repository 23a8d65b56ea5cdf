"""Backed up sites."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection
from pytest_django import DjangoDbBlocker

from odinsite.backup import running
from tests.deploy.backups.databases import backup_of, database, using
from tests.deploy.backups.world import World, populate
from tests.emptying import state_back


@pytest.fixture(scope="module", autouse=True)
def patience() -> Iterator[None]:
    """Wait for no workers, and long for the last clients, whose connections end late on a busy machine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(running, "WORKERS_ANSWER_S", 0.1)
        patch.setattr(running, "PATIENCE_S", 60.0)
        yield


@pytest.fixture(scope="session")
def world(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[World]:
    own = connection.settings_dict["NAME"]
    with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock():
        patch.setenv("ODIN_DATA", str(tmp_path_factory.mktemp("data")))
        try:
            populate()
            file = backup_of(tmp_path_factory.mktemp("backup"))
            connection.close()
            with database(f"{own}_world", like=own) as copy:
                state_back()
                yield World(file, copy)
        finally:
            state_back()


@pytest.fixture
def site(world: World, transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    monkeypatch.setenv("ODIN_DATA", str(tmp_path.parent))
    with database(f"{world.database}_copy", like=world.database) as copy, using(copy):
        yield World(world.file, copy)
