"""A running site as `manage.py up` starts it, with worker and schedule."""

from collections.abc import Iterator

import pytest

from tests.browser.conftest import ServiceWorkers
from tests.embedded.prepared import data_folder
from tests.embedded.running import Running


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A site for the whole run, whose bots play without a pause."""
    with Running(data_folder(tmp_path_factory.mktemp("site")), BOT_PAUSE_S="0") as running:
        yield running


@pytest.fixture
def address(site: Running) -> str:
    return site.address


@pytest.fixture
def service_workers() -> ServiceWorkers:
    return "allow"
