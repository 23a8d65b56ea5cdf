"""A whole running site, as `manage.py up` starts it, with its worker and its clock."""

from collections.abc import Iterator

import pytest

from tests.embedded.prepared import data_folder
from tests.embedded.running import Running


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A running site of its own for the whole run, whose bots play at once."""
    with Running(data_folder(tmp_path_factory.mktemp("site")), BOT_PAUSE_S="0") as running:
        yield running


@pytest.fixture
def address(site: Running) -> str:
    return site.address
