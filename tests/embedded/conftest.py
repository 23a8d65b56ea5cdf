"""Real sites and servers."""

import os

import pytest

from odinsite.embedded.folder import let_through


@pytest.fixture(scope="session", autouse=True)
def passable(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Open pytest's private folder to root's servers before they print a warning."""
    if os.geteuid() == 0:
        let_through(tmp_path_factory.getbasetemp())
