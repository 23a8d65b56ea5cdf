"""Has every other worker read the test files backwards: what one has compiled the next finds, so each compiles half."""

import os
from collections.abc import Generator

import pytest

WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")
BACKWARDS = WORKER[-1:] in {"1", "3", "5", "7", "9"}


@pytest.hookimpl(wrapper=True)
def pytest_collect_directory() -> Generator[None, pytest.Collector | None, pytest.Collector | None]:
    folder = yield
    if folder is not None and BACKWARDS:
        forwards = folder.collect
        # Another class would have to be one for each kind of folder.
        folder.collect = lambda: reversed(list(forwards()))  # type: ignore[method-assign]
    return folder


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Generator[None, None, None]:
    """Put the tests of all workers in the same order, as pytest has them anyway."""
    if WORKER:
        items.sort(key=lambda item: item.path.parts)
    yield
