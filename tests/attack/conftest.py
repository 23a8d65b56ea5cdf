"""The site under attack: a web process as deployed, with the few file descriptors of a system's default."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import override_settings

from tests.attack.local import Site
from tests.conftest import PLAIN_STORAGES
from tests.live.children import Web, web

FILES = 1024
HASHED_STORAGES = PLAIN_STORAGES | {"staticfiles": {"BACKEND": "odinsite.storage.HashedStaticFiles"}}


@pytest.fixture(scope="session")
def static_root(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Static files under the names in pages, without the admin's."""
    folder = tmp_path_factory.mktemp("static")
    with override_settings(STORAGES=HASHED_STORAGES, STATIC_ROOT=str(folder)):
        call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=["admin", "unfold"])
    return folder


@pytest.fixture(scope="module")
def served(static_root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    with web(tmp_path_factory.mktemp("web") / "log", files=FILES, STATIC_ROOT=str(static_root)) as process:
        yield process


@pytest.fixture
def site(served: Web) -> Site:
    return Site(f"http://{served.address}")
