"""The site under attack: a web process as deployed, with the few file descriptors of a system's default."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.attack.local import Site
from tests.live.children import ROOT, Web, environment, web

FILES = 1024


@pytest.fixture(scope="session")
def static_root(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Static files under the names in pages."""
    folder = tmp_path_factory.mktemp("static")
    command = [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity", "0"]
    subprocess.run(command, cwd=ROOT, env=environment(STATIC_ROOT=str(folder)), check=True, timeout=120)
    return folder


@pytest.fixture(scope="module")
def served(static_root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    with web(tmp_path_factory.mktemp("web") / "log", files=FILES, STATIC_ROOT=str(static_root)) as process:
        yield process


@pytest.fixture
def site(served: Web) -> Site:
    return Site(f"http://{served.address}")
